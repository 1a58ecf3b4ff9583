"""Mails to an account about itself, in its language."""

from django.conf import settings
from django.core.mail import send_mail
from django.template.loader import render_to_string
from django.utils import translation

from tournaments.models import User


def account_mail_send(*, account: User, template: str, **facts: object) -> None:
    """From the templates `<template>_subject.txt` and `<template>_message.txt`."""
    with translation.override(account.language or settings.LANGUAGE_CODE):
        subject = render_to_string(f"{template}_subject.txt").strip()
        message = render_to_string(f"{template}_message.txt", {"account": account, **facts})
    send_mail(settings.ACCOUNT_EMAIL_SUBJECT_PREFIX + subject, message, None, [account.email])
