"""What staff see of the arena."""

from django.contrib import admin
from django.http import HttpRequest

from arena.models import WorkerPresence


class WorkerPresenceAdmin(admin.ModelAdmin[WorkerPresence]):
    """A list to look at: workers sign on and off by themselves."""

    list_display = ("name", "queues", "started_at", "seen_at")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False


admin.site.register(WorkerPresence, WorkerPresenceAdmin)
