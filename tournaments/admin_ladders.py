"""What staff see of ladders, and the two forms through which they open and close them."""

from typing import TYPE_CHECKING, Any, ClassVar, cast

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied, ValidationError
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import URLPattern, path, reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from arena.games.registry import profiles
from tournaments.admin_site import ReadOnlyForStaff
from tournaments.ladder_names import ladder_name
from tournaments.models import Ladder, LadderDecision, LadderEntry, Rating, RatingEvent, User
from tournaments.models.accounts import REASON_MAX_LENGTH
from tournaments.results import match_source
from tournaments.services.ladders import BOARDS_MAX, ladder_close, ladder_open, ladder_reopen

if TYPE_CHECKING:  # only the stubs' classes are generic
    _Admin = admin.ModelAdmin[Any]
    _DecisionInline = admin.TabularInline[LadderDecision, Ladder]
else:
    _Admin = admin.ModelAdmin
    _DecisionInline = admin.TabularInline

_NUMBER_DIGITS_MAX = 18


class ReasonForm(forms.Form):
    """Why."""

    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        max_length=REASON_MAX_LENGTH,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=gettext_lazy("Kept with the ladder; other staff can read it."),
    )


class LadderForm(ReasonForm):
    """By which rules; the service says what does not go together."""

    hosting = forms.ChoiceField(
        label=gettext_lazy("Who plays"), choices=Ladder.Hosting.choices, initial=Ladder.Hosting.BOTS
    )
    profile = forms.ChoiceField(label=gettext_lazy("Rules"))
    players = forms.IntegerField(
        label=gettext_lazy("Players"),
        required=False,
        help_text=gettext_lazy("If you leave it empty, as many as these rules are usually for."),
    )
    options = forms.JSONField(
        label=gettext_lazy("What is otherwise"),
        required=False,
        help_text=gettext_lazy("Options of the rules, such as {“deck”: 24}, as JSON. Or nothing."),
    )
    boards = forms.IntegerField(
        label=gettext_lazy("Boards of a deal set"),
        required=False,
        min_value=1,
        max_value=BOARDS_MAX,
        help_text=gettext_lazy(
            "Only where bots play. If you leave it empty: 4 of Burako; of Durak as many as make 40 "
            "games."
        ),
    )
    field_order = ("hosting", "profile", "players", "options", "boards", "reason")

    def __init__(self, *args: Any, **kwargs: Any) -> None:  # noqa: ANN401 - Django's signature
        super().__init__(*args, **kwargs)
        self.fields["reason"].required = False
        profile = cast("forms.ChoiceField", self.fields["profile"])
        profile.choices = [
            (name, f"{_(known.title)} ({name})")
            for name, known in profiles().items()
            if known.rated
        ]

    def clean_options(self) -> dict[str, object]:
        options = self.cleaned_data["options"]
        if options is None:
            return {}
        if not isinstance(options, dict):
            raise ValidationError(
                _("Write the options in braces, each with its name, such as {“deck”: 24}.")
            )
        return options

    def carry_out(self, by: User) -> Ladder | None:
        """Open it; None if that is refused, which the fields then say."""
        try:
            return ladder_open(**self.cleaned_data, by=by)
        except ValidationError as refused:
            self.add_error(None, refused)
            return None


class LadderDecisionInline(ReadOnlyForStaff, _DecisionInline):
    """What was decided about this ladder, newest first."""

    model = LadderDecision
    fields = ("at", "action", "by", "reason")
    readonly_fields = fields
    extra = 0


@admin.register(Ladder)
class LadderAdmin(ReadOnlyForStaff, _Admin):
    """Ladders: opened, closed, opened again; nothing else of them can be changed."""

    list_display = (
        "name", "slug", "hosting", "players", "boards", "is_open", "results_count", "ratings_count",
        "opened_at",
    )  # fmt: skip
    list_display_links = ("name", "slug")
    list_filter = ("hosting", "is_open")
    search_fields = ("slug", "profile")
    ordering = ("hosting", "-is_open", "profile", "players", "pk")
    fields = (
        "slug", "hosting", "profile", "players", "options", "boards", "games_per_board", "is_open",
        "opened_by", "opened_at", "last_number", "results_count", "ratings_count",
    )  # fmt: skip
    readonly_fields = ("opened_at", "last_number", "ratings_count")
    inlines: ClassVar[tuple[Any, ...]] = (LadderDecisionInline,)
    change_form_template = "admin/tournaments/ladder/change_form.html"

    @admin.display(description=gettext_lazy("name"))
    def name(self, ladder: Ladder) -> str:
        return ladder_name(ladder)

    def has_add_permission(self, request: HttpRequest, _obj: object = None) -> bool:
        return request.user.is_staff

    def get_urls(self) -> list[URLPattern]:
        switch = path(
            "<int:pk>/switch/",
            self.admin_site.admin_view(self.switch),
            name="tournaments_ladder_switch",
        )
        return [switch, *super().get_urls()]

    def add_view(
        self, request: HttpRequest, _form_url: str = "", _extra_context: object = None
    ) -> HttpResponse:
        """The form and, once it is filled in, a new ladder."""
        form = LadderForm(request.POST if request.method == "POST" else None)
        if form.is_valid():
            ladder = form.carry_out(cast("User", request.user))
            if ladder is not None:
                said = _("%(ladder)s is open.") % {"ladder": ladder_name(ladder)}
                messages.success(request, said)
                return redirect(_page(ladder))
        return self._asked(request, form, _("Open a ladder"))

    def switch(self, request: HttpRequest, pk: int) -> HttpResponse:
        """The form and, once it is filled in, the step: close it, or open it again."""
        ladder = get_object_or_404(Ladder, pk=pk)
        form = ReasonForm(request.POST if request.method == "POST" else None)
        name = {"ladder": ladder_name(ladder)}
        if form.is_valid():
            # Decided by what the page said, not by what the ladder has become meanwhile.
            closes = request.POST.get("step") == "close"
            service = ladder_close if closes else ladder_reopen
            try:
                service(ladder=ladder, by=cast("User", request.user), **form.cleaned_data)
            except ValidationError as refused:
                form.add_error(None, refused)
            except PermissionDenied as refused:
                form.add_error(None, str(refused))
            else:
                said = _("%(ladder)s is closed.") if closes else _("%(ladder)s is open.")
                messages.success(request, said % name)
                return redirect(_page(ladder))
        title = _("Close %(ladder)s") if ladder.is_open else _("Open %(ladder)s again")
        return self._asked(request, form, title % name, ladder)

    def _asked(
        self, request: HttpRequest, form: forms.Form, title: str, ladder: Ladder | None = None
    ) -> HttpResponse:
        context = {
            **self.admin_site.each_context(request),
            "title": title,
            "opts": self.opts,
            "ladder": ladder,
            "step": "close" if ladder and ladder.is_open else "open",
            "form": form,
        }
        return render(request, "admin/tournaments/ladder/step.html", context)


@admin.register(LadderDecision)
class LadderDecisionAdmin(ReadOnlyForStaff, _Admin):
    """Who opened and closed what."""

    list_display = ("at", "ladder", "action", "by", "reason")
    list_filter = ("action", "at")
    list_select_related = ("ladder", "by")
    search_fields = ("ladder__slug", "reason")
    fields = ("ladder", "at", "action", "by", "reason")
    readonly_fields = ("at",)


@admin.register(LadderEntry)
class LadderEntryAdmin(ReadOnlyForStaff, _Admin):
    """What reached the ladders, newest first."""

    list_display = ("ladder", "number", "kind", "source", "games", "at")
    list_filter = ("ladder", "kind")
    list_select_related = ("ladder",)
    search_fields = ("source",)
    search_help_text = gettext_lazy("The number of an entry, or the match or sheet it comes from.")
    show_full_result_count = False
    ordering = ("-pk",)
    fields = ("ladder", "number", "kind", "source", "sides", "scores", "points", "games", "at")
    readonly_fields = ("at",)

    def get_search_results(
        self, _request: HttpRequest, entries: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        return _entries_named(entries, search_term), False


@admin.register(RatingEvent)
class RatingEventAdmin(ReadOnlyForStaff, _Admin):
    """What entries did to ratings, newest first."""

    list_display = ("ladder", "number", "competitor", "cause", "value", "delta", "results", "at")
    list_filter = ("ladder", "cause")
    list_select_related = ("ladder", "competitor")
    search_fields = ("number",)
    search_help_text = LadderEntryAdmin.search_help_text
    show_full_result_count = False
    ordering = ("-pk",)
    fields = (
        "ladder", "number", "competitor", "cause", "value", "delta", "expected", "score",
        "variance", "results", "version", "results_of_version", "at",
    )  # fmt: skip
    readonly_fields = ("at",)

    def get_search_results(
        self, _request: HttpRequest, events: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        term = search_term.strip()
        if not term:
            return events, False
        if term.isdecimal():
            return events.filter(number=_number(term)), False
        found = Q(pk__in=())
        for entry in _entries_named(
            LadderEntry.objects.all(), term
        ):  # a result, and that it is void
            found |= Q(ladder=entry.ladder_id, number=entry.number)
        return events.filter(found), False


@admin.register(Rating)
class RatingAdmin(ReadOnlyForStaff, _Admin):
    """Where everybody stands."""

    list_display = ("ladder", "competitor", "value", "results", "won", "level", "lost", "last_at")
    list_filter = ("ladder",)
    list_select_related = ("ladder", "competitor")
    search_fields = ("=competitor__id",)
    show_full_result_count = False
    ordering = ("ladder", "-value", "competitor")
    fields = (
        "ladder", "competitor", "value", "variance", "results", "version", "results_of_version",
        "won", "level", "lost", "games", "points", "trend", "first_at", "last_at",
    )  # fmt: skip


def _page(ladder: Ladder) -> str:
    return reverse("admin:tournaments_ladder_change", args=[ladder.pk])


def _entries_named(entries: QuerySet[LadderEntry], term: str) -> QuerySet[LadderEntry]:
    """By number, or by where they come from; nothing asked for is everything."""
    term = term.strip()
    if not term:
        return entries
    if term.isdecimal():
        return entries.filter(number=_number(term))
    return entries.filter(source__in=[term, match_source(term)])


def _number(term: str) -> int:
    """As it stands in a column; no entry has the number 0."""
    return int(term) if len(term) <= _NUMBER_DIGITS_MAX else 0
