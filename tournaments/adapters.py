"""Where allauth asks us."""

from allauth.account.adapter import DefaultAccountAdapter
from allauth.core import ratelimit
from allauth.core.exceptions import ImmediateHttpResponse
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from django.db import IntegrityError, transaction
from django.forms import BaseForm
from django.http import HttpRequest
from django.utils import translation
from django.utils.translation import gettext_lazy as _

from tournaments.models import User
from tournaments.sealing import seal, unseal


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]  # allauth has no types
    """Accounts as allauth needs them."""

    def save_user(
        self,
        request: HttpRequest,
        user: User,
        form: BaseForm,
        commit: bool = True,  # noqa: FBT001, FBT002 - allauth's signature
    ) -> User:
        """Two sign-ups with one address at the same moment: the second sees what it would have
        seen a moment later, when the address is known to be taken."""
        try:
            with transaction.atomic():
                saved: User = super().save_user(request, user, form, commit=commit)
        except IntegrityError as error:
            answer = self.respond_email_verification_sent(request, None)
            raise ImmediateHttpResponse(answer) from error
        return saved

    def login(self, request: HttpRequest, user: User) -> None:
        """The greeting is shown on a page in the account's language, so it is written in it."""
        super().login(request, user)
        if user.language:
            translation.activate(user.language)

    def send_mail(self, template_prefix: str, email: str, context: dict[str, object]) -> None:
        """Sign as the service, not as the host name of this machine."""
        site = {"name": "Durako", "domain": self.request.get_host()}
        super().send_mail(template_prefix, email, {"current_site": site, **context})

    # The lock-out. allauth counts failures per account ("login_failed"); two things are ours.

    def _get_login_attempts_cache_key(self, _request: HttpRequest, **credentials: str) -> str:
        """allauth counts per host name *and port*, both chosen by the caller: every new port in
        the Host header would give five more guesses. An account has one counter."""
        return credentials["email"].lower()

    def pre_authenticate(self, request: HttpRequest, **credentials: str) -> None:
        super().pre_authenticate(request, **credentials)
        if not ratelimit.consume(request, action="login_failed_address", dry_run=True):
            raise self.validation_error("too_many_login_attempts")

    def authentication_failed(self, request: HttpRequest, **_credentials: str) -> None:
        """Count failures per address apart from those per account: allauth clears both together
        when a second factor succeeds, so anybody with an account could clear their own."""
        ratelimit.consume(request, action="login_failed_address")


class SecondFactorAdapter(DefaultMFAAdapter):  # type: ignore[misc]  # allauth has no types
    """The second factor as allauth needs it."""

    error_messages = DefaultMFAAdapter.error_messages | {
        "cannot_delete_authenticator": _(
            "Staff need a second factor, so you cannot switch yours off. "
            "Ask another member of staff to end your staff rights first."
        ),
    }

    def encrypt(self, text: str) -> str:
        return seal(text)

    def decrypt(self, encrypted_text: str) -> str:
        return unseal(encrypted_text)

    def can_delete_authenticator(self, authenticator: Authenticator) -> bool:
        account: User = authenticator.user
        return not account.is_staff
