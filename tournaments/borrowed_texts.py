"""Texts of allauth and Django that our pages and e-mails show, translated anew.

Their own catalogues mix formal and familiar address and have a few slips, so two voices would
speak on one page. Our apps come first in INSTALLED_APPS: a text that stands here is in our
catalogue and wins. Only texts that need it are here, letter for letter as the library has them;
nothing reads this at run time.
"""

from django.utils.translation import gettext_noop


def ngettext_noop(singular: str, plural: str) -> tuple[str, str]:
    """Mark a text that has a plural; Django's `gettext_noop` cannot."""
    return singular, plural


TEXTS = (
    # allauth: signing in and out
    gettext_noop("Sign In"),
    gettext_noop(
        "If you have not created an account yet, then please %(link)ssign up%(end_link)s first."
    ),
    gettext_noop("Forgot your password?"),
    gettext_noop("The email address and/or password you specified are not correct."),
    gettext_noop("Too many failed login attempts. Try again later."),
    gettext_noop("You are already logged in as %(user_display)s."),
    gettext_noop("Successfully signed in as %(name)s."),
    gettext_noop("You have signed out."),
    gettext_noop("Are you sure you want to sign out?"),
    # allauth: signing up, and proving an address with a code
    gettext_noop("Already have an account? Then please %(link)ssign in%(end_link)s."),
    gettext_noop("You must type the same password each time."),
    gettext_noop("Enter Email Verification Code"),
    gettext_noop(
        "We've sent a code to %(recipient)s. The code expires shortly, so please enter it soon."
    ),
    gettext_noop("You have confirmed %(email)s."),
    gettext_noop("Be patient, you are sending too many requests."),
    gettext_noop("Removed email address %(email)s."),
    gettext_noop("You cannot remove your primary email address (%(email)s)."),
    # allauth: a new password
    gettext_noop("Password Reset"),
    gettext_noop(
        "Forgotten your password? Enter your email address below, and we'll send you an email "
        "allowing you to reset it."
    ),
    gettext_noop("Please contact us if you have any trouble resetting your password."),
    gettext_noop(
        "We have sent you an email. If you have not received it please check your spam folder. "
        "Otherwise contact us if you do not receive it in a few minutes."
    ),
    gettext_noop("Bad Token"),
    gettext_noop(
        "The password reset link was invalid, possibly because it has already been used.  Please "
        'request a <a href="%(passwd_reset_url)s">new password reset</a>.'
    ),
    gettext_noop("Your password is now changed."),
    gettext_noop("Please type your current password."),
    # allauth: the second factor
    gettext_noop("Use your password"),
    gettext_noop("Use authenticator app or code"),
    gettext_noop("Two-Factor Authentication"),
    gettext_noop(
        "Your account is protected by two-factor authentication. Please enter an authenticator "
        "code:"
    ),
    gettext_noop(
        "You cannot activate two-factor authentication until you have verified your email address."
    ),
    gettext_noop(
        "You cannot generate recovery codes without having two-factor authentication enabled."
    ),
    gettext_noop("Deactivate Authenticator App"),
    gettext_noop(
        "You are about to deactivate authenticator app based authentication. Are you sure?"
    ),
    gettext_noop("Recovery Codes"),
    gettext_noop("You are about to generate a new set of recovery codes for your account."),
    gettext_noop("This action will invalidate your existing codes."),
    gettext_noop("Are you sure?"),
    gettext_noop("Download codes"),
    # allauth: what its e-mails say
    gettext_noop("Thank you for using %(site_name)s!\n%(site_domain)s"),
    gettext_noop(
        "You are receiving this email because you or someone else tried to signup for an\n"
        "account using email address:\n"
        "\n"
        "%(email)s\n"
        "\n"
        "However, an account using that email address already exists.  In case you have\n"
        "forgotten about this, please use the password forgotten procedure to recover\n"
        "your account:\n"
        "\n"
        "%(password_reset_url)s"
    ),
    gettext_noop("Please Confirm Your Email Address"),
    gettext_noop(
        "You're receiving this email because user %(user_display)s has given your email address "
        "to register an account on %(site_domain)s."
    ),
    gettext_noop(
        "Your email verification code is listed below. Please enter it in your open browser window."
    ),
    gettext_noop(
        "You're receiving this email because you or someone else has requested a password reset "
        "for your user account.\n"
        "It can be safely ignored if you did not request a password reset. Click the link below "
        "to reset your password."
    ),
    gettext_noop(
        "You are receiving this email because you, or someone else, tried to access an account "
        "with email %(email)s. However, we do not have any record of such an account in our "
        "database."
    ),
    gettext_noop("This mail can be safely ignored if you did not initiate this action."),
    gettext_noop("If it was you, you can sign up for an account using the link below."),
    gettext_noop(
        "You are receiving this mail because the following change was made to your account:"
    ),
    gettext_noop(
        "If you do not recognize this change then please take proper security precautions "
        "immediately. The change to your account originates from:\n"
        "\n"
        "- IP address: %(ip)s\n"
        "- Browser: %(user_agent)s\n"
        "- Date: %(timestamp)s"
    ),
    gettext_noop("Email Changed"),
    gettext_noop("Your email has been changed from %(from_email)s to %(to_email)s."),
    gettext_noop("Email Removed"),
    gettext_noop("Email address %(deleted_email)s has been removed from your account."),
    gettext_noop("Your password has been changed."),
    gettext_noop("Your password has been reset."),
    gettext_noop("New Recovery Codes Generated"),
    gettext_noop("A new set of Two-Factor Authentication recovery codes has been generated."),
    # Django: what a password must be
    gettext_noop("Your password can’t be too similar to your other personal information."),  # noqa: RUF001
    gettext_noop("Your password can’t be a commonly used password."),  # noqa: RUF001
    gettext_noop("Your password can’t be entirely numeric."),  # noqa: RUF001
    gettext_noop("The password is too similar to the %(verbose_name)s."),
    gettext_noop("This password is too common."),
    gettext_noop("This password is entirely numeric."),
    # Django: what a form refuses
    gettext_noop("Enter a valid email address."),
    gettext_noop("Select a valid choice. %(value)s is not one of the available choices."),
)

PLURALS = (
    # allauth
    ngettext_noop(
        "There is %(unused_count)s out of %(total_count)s recovery codes available.",
        "There are %(unused_count)s out of %(total_count)s recovery codes available.",
    ),
    # Django
    ngettext_noop(
        "Your password must contain at least %(min_length)d character.",
        "Your password must contain at least %(min_length)d characters.",
    ),
    ngettext_noop(
        "Ensure this value has at most %(limit_value)d character (it has %(show_value)d).",
        "Ensure this value has at most %(limit_value)d characters (it has %(show_value)d).",
    ),
)
