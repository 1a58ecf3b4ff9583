"""What strangers may ask of the server, in one place.  Each option was tried against this gRPC.

A bot is a stranger: its messages, metadata, streams and connections are counted before anything of
ours looks at them.
"""

from typing import Any, Final

MAX_MESSAGE_BYTES: Final = 64 * 1024
"""The longest message that is read from a bot; a longer one ends its stream."""
MAX_HOST_MESSAGE_BYTES: Final = 1024 * 1024
SOFT_METADATA_BYTES: Final = 8 * 1024
HARD_METADATA_BYTES: Final = 16 * 1024
STREAMS_PER_CONNECTION: Final = 4
STREAMS_PER_SEAT: Final = 4
"""At a seat's own door; only one of them can play, the others are being refused."""
CONNECTIONS_PER_SEAT: Final = 4
CALLS_PER_SEAT: Final = 256
"""In one rotation, good ones and bad ones; each costs all tables some time, however it ends."""
PLAYERS_AT_SHARED_DOOR: Final = 8_192
CALLS_AT_CONTROL: Final = 8_192
STREAMS_PER_HOST_CONNECTION: Final = 4_096
"""A host may watch all its tables, and spectators' relay all that are shown, over one."""
CONNECTIONS_AT_CONTROL: Final = 4_096
"""A runner opens one for each match that it plays."""
HANDSHAKE_MS: Final = 3_000
HELLO_SECONDS: Final = 5.0
"""How long a stream with a good token may be silent before its hello."""
IDLE_MS: Final = 60_000
"""How long a connection may stay without a stream."""
PING_STRIKES: Final = 2
MIN_PING_MS: Final = 10_000
GOODBYE_SECONDS: Final = 2.0
"""How long a door stays after the rotation: a connection that is closed while the bot still sends
loses what the bot has not read yet, which is its goodbye."""
CUT_OFF_SECONDS: Final = 0.5
"""Then, how long a stream that nobody reads is waited for."""
DECISIONS_PER_MESSAGE: Final = 64
"""More to a message saves nothing, and clients read at most 4 MiB."""
LONGEST_CLIENT_NAME: Final = 100
MAX_TABLES: Final = 2_000
KEEP_SECONDS: Final = 600.0
"""How long a table that is over is remembered."""
REPLAY_PIECE_BYTES: Final = 256 * 1024
EVENTS_PER_MESSAGE: Final = 64
PUBLIC_BYTES_PER_MESSAGE: Final = 256 * 1024

Options = tuple[tuple[str, Any], ...]


def _strangers(connections: int) -> Options:
    return (
        ("grpc.so_reuseport", 0),
        ("grpc.max_receive_message_length", MAX_MESSAGE_BYTES),
        ("grpc.max_metadata_size", SOFT_METADATA_BYTES),
        ("grpc.absolute_max_metadata_size", HARD_METADATA_BYTES),
        ("grpc.max_concurrent_streams", STREAMS_PER_CONNECTION),
        ("grpc.max_allowed_incoming_connections", connections),
        ("grpc.server_handshake_timeout_ms", HANDSHAKE_MS),
        ("grpc.max_connection_idle_ms", IDLE_MS),
        ("grpc.http2.max_ping_strikes", PING_STRIKES),
        ("grpc.http2.min_recv_ping_interval_without_data_ms", MIN_PING_MS),
    )


def seat_door_options() -> Options:
    """For the Unix socket of one seat."""
    return _strangers(CONNECTIONS_PER_SEAT)


def shared_door_options(connections: int) -> Options:
    """For the TCP door where the bots of all tables knock: development only."""
    return _strangers(connections)


def control_options(connections: int) -> Options:
    """For the host and for spectators' relays, who hold our token; before they have shown it, they
    are strangers, too."""
    return (
        ("grpc.so_reuseport", 0),
        ("grpc.max_receive_message_length", MAX_HOST_MESSAGE_BYTES),
        ("grpc.max_metadata_size", SOFT_METADATA_BYTES),
        ("grpc.absolute_max_metadata_size", HARD_METADATA_BYTES),
        ("grpc.max_concurrent_streams", STREAMS_PER_HOST_CONNECTION),
        ("grpc.max_allowed_incoming_connections", connections),
        ("grpc.server_handshake_timeout_ms", HANDSHAKE_MS),
        ("grpc.max_connection_idle_ms", IDLE_MS),
        ("grpc.http2.max_ping_strikes", PING_STRIKES),
        ("grpc.http2.min_recv_ping_interval_without_data_ms", MIN_PING_MS),
    )
