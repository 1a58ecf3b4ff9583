"""The values a match is played under: saved by a club, versioned, never changed afterwards."""

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.burako import BurakoRuleSet
from tournaments.models.accounts import User
from tournaments.models.people import PUBLIC_ID_MAX_LENGTH, public_id_create
from tournaments.names import DISPLAY_NAME_MAX_LENGTH, validate_display_name


class RuleSet(models.Model):
    """A name for values that may change; each change is a new version.

    The house's own have no owner. When an account is erased, its rule sets lose owner and name
    and are archived: matches were played under them.
    """

    class Game(models.TextChoices):
        BURAKO = "burako", "Burako"

    public_id = models.CharField(
        max_length=PUBLIC_ID_MAX_LENGTH, unique=True, default=public_id_create, editable=False
    )
    game = models.CharField(_("game"), max_length=10, choices=Game.choices, default=Game.BURAKO)
    name = models.CharField(
        _("name"),
        max_length=DISPLAY_NAME_MAX_LENGTH,
        blank=True,
        validators=[validate_display_name],
    )
    owner = models.ForeignKey(
        User, on_delete=models.SET_NULL, null=True, blank=True, related_name="rule_sets"
    )
    is_house = models.BooleanField(_("the house's own"), default=False)
    archived = models.BooleanField(_("archived"), default=False)
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("rule set")
        verbose_name_plural = _("rule sets")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.CheckConstraint(
                condition=Q(is_house=False) | Q(owner=None), name="rule_set_of_the_house_or_owned"
            ),
            models.UniqueConstraint(
                fields=["game"], condition=Q(is_house=True), name="rule_set_one_of_the_house"
            ),
        ]

    def __str__(self) -> str:
        return self.public_name

    @property
    def public_name(self) -> str:
        """The name to show."""
        return self.name or gettext("Deleted rules %(number)s") % {"number": self.pk}


class RuleSetVersion(models.Model):
    """The values of a rule set at one time. The database refuses to change or delete them."""

    rule_set = models.ForeignKey(RuleSet, on_delete=models.PROTECT, related_name="versions")
    number = models.PositiveIntegerField(_("version"))
    values = models.JSONField(_("values"))
    created_by = models.ForeignKey(
        User, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("version of a rule set")
        verbose_name_plural = _("versions of rule sets")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["rule_set", "number"], name="rule_set_version_once"),
            models.CheckConstraint(condition=Q(number__gte=1), name="rule_set_version_from_one"),
        ]

    def __str__(self) -> str:
        return f"{self.rule_set.public_name} {self.number}"

    @property
    def rules(self) -> BurakoRuleSet:
        """The values as the scoring kernel reads them."""
        return BurakoRuleSet.from_dict(self.values)
