// A complete bot for both games: it connects, says hello, answers until it hears goodbye, and comes
// back when the connection breaks.  What it plays is in strategy.js.
//
//     npm ci
//     DURAKO_ADDRESS=127.0.0.1:8010 DURAKO_TOKEN=… node bot.js
//
// The protocol is explained in arena/protocol/README.md, every field in the .proto files.

import { existsSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import grpc from '@grpc/grpc-js';
import loader from '@grpc/proto-loader';

import { PROFILES, choose } from './strategy.js';

// The .proto files: beside this one where the bot is sent in, else where the repository has them.
const PROTO_FOLDER =
  process.env.DURAKO_PROTO ??
  ['./proto', '../../../../proto']
    .map((folder) => fileURLToPath(new URL(folder, import.meta.url)))
    .find((folder) => existsSync(folder));
const VERSION = { major: 1, minor: 0 };
const FIRST_PATIENCE_MS = 10_000; // until the first welcome; afterwards the server's grace counts
const SHORTEST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 1_000;

// The connection broke, or the server has not noticed yet that the last one did.  Every other
// status would come again however often we asked.
const WORTH_ANOTHER_TRY = new Set([
  grpc.status.UNAVAILABLE,
  grpc.status.CANCELLED,
  grpc.status.UNKNOWN,
  grpc.status.INTERNAL,
  grpc.status.ALREADY_EXISTS,
]);

// The messages are read at run time, no code is generated.  Names stay as in the .proto files,
// enumerations are their names, lists are never missing, and a field that is `optional` or part of
// a `oneof` is undefined when it was not sent.
const definition = loader.loadSync('arena/protocol/v1/play.proto', {
  includeDirs: [PROTO_FOLDER],
  keepCase: true,
  enums: String,
  longs: Number,
  defaults: true,
});
const { PlayService } = grpc.loadPackageDefinition(definition).arena.protocol.v1;

const say = (text) => console.error(text);

/** What one stream after the other has to know of the seat. */
class Bot {
  constructor(address, token) {
    this.address = address;
    this.token = token;
    this.welcome = undefined;
    this.goodbye = undefined;
    this.seated = false; // whether the stream that is open, or was last, has been welcomed
    this.answered = 0;
    this.giveUpAt = Date.now() + FIRST_PATIENCE_MS;
  }

  /** Play until the end, over as many streams as it takes; whether it came to a proper end. */
  async play() {
    let wait = SHORTEST_PAUSE_MS;
    for (;;) {
      this.seated = false;
      const status = await this.stream();
      if (this.goodbye) {
        return this.farewell();
      }
      if (this.seated) {
        // The grace begins when the stream breaks, however long nobody had said anything.
        this.giveUpAt = Date.now() + this.welcome.time_control.grace_ms;
        wait = SHORTEST_PAUSE_MS;
      }
      say(`The stream ended: ${grpc.status[status.code]}: ${status.details}`);
      if (!WORTH_ANOTHER_TRY.has(status.code) || Date.now() > this.giveUpAt) {
        return false;
      }
      await pause(wait);
      wait = Math.min(2 * wait, LONGEST_PAUSE_MS);
      say('Connecting again with the same token.');
    }
  }

  /** One stream from hello to its status. */
  stream() {
    // Every try has a connection of its own, so that none waits for an older one's retries.
    const client = new PlayService(this.address, grpc.credentials.createInsecure(), {
      'grpc.use_local_subchannel_pool': 1,
    });
    const metadata = new grpc.Metadata();
    metadata.set('durako-token', this.token);
    const call = client.Play(metadata);
    return new Promise((resolve) => {
      call.on('data', (message) => this.read(message, call));
      call.on('error', () => {}); // the status says the same, and comes in any case
      call.on('status', (status) => {
        client.close();
        resolve(status);
      });
      call.write({
        hello: { version: VERSION, profiles: PROFILES, client: 'durako-example-bot 1.0 (node)' },
      });
    });
  }

  /** One message: its parts in the order that the protocol names. */
  read(message, call) {
    if (message.welcome) {
      this.greet(message.welcome);
    }
    for (const notice of message.notices) {
      say(`Decision ${notice.decision}: ${notice.code}: ${notice.text}`);
    }
    for (const ended of message.games_over) {
      this.note(ended);
    }
    if (message.decisions.length > 0) {
      const answers = message.decisions.map((asked) => this.answer(asked));
      call.write({ answers });
    }
    if (message.goodbye) {
      this.goodbye = message.goodbye;
      call.end();
    }
  }

  answer(asked) {
    const legalIndex = choose(asked);
    this.answered += 1;
    if (process.env.DURAKO_VERBOSE) {
      const action = (asked.durak ?? asked.burako).legal[legalIndex];
      say(`Game ${asked.game}, decision ${asked.decision}: ${JSON.stringify(action)}`);
    }
    return { decision: asked.decision, legal_index: legalIndex };
  }

  greet(welcome) {
    this.welcome = welcome;
    this.seated = true;
    const how = welcome.resumed ? 'Back' : 'Welcome';
    const { profile, players } = welcome.rules;
    say(
      `${how} at seat ${welcome.seat} of ${players}: ${profile}, ${welcome.boards} boards, ` +
        `${welcome.boards_at_once} at a time.`,
    );
  }

  note(ended) {
    const outcome = (ended.durak ?? ended.burako).outcome;
    const reason = ended.forfeit?.reason ?? outcome?.reason;
    const totals = ended.burako ? `, ${ended.burako.match_totals.join(' : ')}` : '';
    say(`Game ${ended.game} of board ${ended.board} is over: ${reason}${totals}`);
  }

  farewell() {
    const { seat } = this.welcome;
    for (const result of this.goodbye.boards) {
      const lost = result.losers.includes(seat) ? 'lost' : 'not lost';
      const forfeit = result.forfeit ? ` (${result.forfeit.reason})` : '';
      say(`Board ${result.board}: ${result.points[seat]} points, ${lost}${forfeit}`);
    }
    say(`Goodbye after ${this.answered} answers. ${this.goodbye.aborted}`.trimEnd());
    return this.goodbye.aborted === '';
  }
}

const { DURAKO_ADDRESS, DURAKO_TOKEN } = process.env;
if (!DURAKO_ADDRESS || !DURAKO_TOKEN) {
  say('Set DURAKO_ADDRESS and DURAKO_TOKEN to what you were given for your seat.');
  process.exitCode = 2;
} else {
  const ended = await new Bot(DURAKO_ADDRESS, DURAKO_TOKEN).play();
  process.exitCode = ended ? 0 : 1;
}
