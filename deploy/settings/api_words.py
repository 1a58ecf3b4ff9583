"""How the OpenAPI document begins."""

API_DESCRIPTION = """
Everything that a page of Durako shows or does, for programs.

**Who you are.** What is public needs no token. For the rest make a personal token on the page
“Tokens” of your account and send it as `Authorization: Bearer <token>`. A token has scopes and an
end; the same permissions hold as on the pages. A link that somebody gave you (to a sheet, a match
or a league) goes into the header `Durako-Link`.

**What goes wrong** is told in one form: problem details (RFC 9457) with a `code` to branch on, a
sentence in `detail`, and the fields at fault in `errors`. 422: mend what you sent. 409: what you
sent is fine, but it cannot be done as things stand.

**Lists** come in pages: follow `next` until it is null. `page_size` is at most 100.

**Creating calls** take an `Idempotency-Key`: sent again with it, they do nothing twice.

**Limits.** Every answer says in `RateLimit-Limit`, `RateLimit-Remaining` and `RateLimit-Reset` how
many calls are left in this minute; 429 says in `Retry-After` when to go on.

**Following something live.** Addresses that end in `/events/` are server-sent events: `state`
whenever the thing has changed (ask for it then), `revoked` when you may no longer know.

**Only on the pages**: e-mail address, password, second factor, tokens and the end of your account;
what staff do; and score sheets without an account.
""".strip()
