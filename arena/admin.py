"""What staff see of the arena."""

from typing import TYPE_CHECKING

from django.contrib import admin

from arena.models import WorkerPresence
from tournaments.admin_site import ReadOnlyForStaff

if TYPE_CHECKING:  # only the stubs' class is generic
    _WorkerAdmin = admin.ModelAdmin[WorkerPresence]
else:
    _WorkerAdmin = admin.ModelAdmin


@admin.register(WorkerPresence)
class WorkerPresenceAdmin(ReadOnlyForStaff, _WorkerAdmin):
    """A list to look at: workers sign on and off by themselves."""

    list_display = ("name", "queues", "started_at", "seen_at")
