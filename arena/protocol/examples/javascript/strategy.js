// What the bot plays: it gives every listed action a price and takes the cheapest one.
// This is the file to change.

// Every profile that this bot announces.  Name only those you can play.
export const PROFILES = [
  'durak/volga',
  'durak/volga-plain',
  'durak/duel24',
  'durak/concise',
  'durak/german',
  'durak/german-push',
  'durak/german-ticket',
  'durak/german-equal-push',
  'durak/german-turn',
  'durak/german-many',
  'durak/german-team',
  'durak/german-swap',
  'durak/german-change-trump',
  'durak/german-number-trump-high',
  'durak/german-number-trump-suit',
  'durak/german-big52',
  'durak/german-two-left-equal',
  'durak/german-clubs',
  'durak/german-no-trump',
  'durak/german-quicky',
  'durak/german-quicky-series',
  'durak/german-unbeatable-none',
  'durak/german-secret',
  'durak/german-weli',
  'durak/german-pile-on',
  'durak/german-cheat',
  'burako/pairs',
  'burako/duel',
];

/** The place of the best action in the list of legal ones. */
export function choose(decision) {
  const { position, legal } = decision.durak ?? decision.burako;
  const price = decision.durak ? durakPrice : burakoPrice;
  const prices = legal.map((action) => price(action, position));
  return prices.indexOf(Math.min(...prices));
}

// Durak: the lowest card first, and trumps are kept while there is something to draw.

const SIX = 4;
const RANKS = 13;
const RENAMED = 52; // from here on: sixes that are played under another suit's name

/** Rank from 0 (a two) to 12 (an ace), suit from 0 to 3: spades, hearts, diamonds, clubs. */
export function readCard(card) {
  const face = card % 64;
  if (face < RENAMED) {
    return { rank: Math.floor(face / 4), suit: face % 4 };
  }
  const own = Math.floor((face - RENAMED) / 3);
  const others = [0, 1, 2, 3].filter((suit) => suit !== own);
  return { rank: SIX, suit: others[(face - RENAMED) % 3] };
}

/** What a card is worth keeping for: ranks in order, trumps above all of them. */
function worth(card, position) {
  const { rank, suit } = readCard(card);
  const trump = suit === position.trump_suit || rank === position.trump_rank;
  return trump ? rank + RANKS : rank;
}

const PASS = 8; // throwing in costs more than that from a jack on
const TAKE = RANKS + 7; // taking is better than beating with a trump ten or more ...

function durakPrice(action, position) {
  const worths = action.cards.map((card) => worth(card, position));
  const dearest = Math.max(0, ...worths);
  const talonIsEmpty = position.talon === 0;
  switch (action.kind) {
    case 'KIND_SWAP':
    case 'KIND_SHOW':
      return 0; // costs nothing
    case 'KIND_ATTACK':
      return dearest - worths.length; // several small cards at once are welcome
    case 'KIND_THROW':
      return talonIsEmpty ? dearest - RANKS : dearest;
    case 'KIND_TRANSFER':
    case 'KIND_BEAT':
      return dearest;
    case 'KIND_TAKE':
      return talonIsEmpty ? 2 * TAKE : TAKE; // ... but not when nothing can be drawn any more
    case 'KIND_REDEAL':
      return action.demand ? 1 : 0;
    case 'KIND_CALL':
      return 2 * PASS;
    default:
      return PASS;
  }
}

// Burako: lay what can be laid, and throw away what fits least to the rest.

const JOKER = 52;
const COLOUR = 13;
const LAY = -100;

/** Number from 1 to 13 and colour from 0 to 3 (blue, green, red, yellow), or a joker. */
export function readTile(tile) {
  const face = tile % 53;
  if (face === JOKER) {
    return { joker: true };
  }
  return { joker: false, number: (face % COLOUR) + 1, colour: Math.floor(face / COLOUR) };
}

function isWildcard(tile) {
  const { joker, number } = readTile(tile);
  return joker || number === 2;
}

/** How many tiles of the rack go well with this one. */
function friends(tile, rack) {
  const { number, colour } = readTile(tile);
  return rack.filter((other) => {
    const { joker, number: theirs, colour: itsColour } = readTile(other);
    if (joker || other === tile) {
      return false;
    }
    return theirs === number || (itsColour === colour && Math.abs(theirs - number) <= 2);
  }).length;
}

function burakoPrice(action, position) {
  const laid = [...action.tiles, ...action.melds.flatMap((meld) => meld.tiles)];
  const wildcards = laid.filter(isWildcard).length;
  switch (action.kind) {
    case 'KIND_MELD':
    case 'KIND_EXTEND':
      return LAY - laid.length + 3 * wildcards;
    case 'KIND_TAKE_POZO':
      return position.pozo.length >= 4 ? -1 : 1;
    case 'KIND_DISCARD':
      return wildcards > 0 ? 50 : friends(action.tiles[0], position.rack);
    case 'KIND_ANSWER':
      return action.close ? 0 : 1;
    case 'KIND_END_HAND':
      return 2;
    default:
      return 0; // to draw
  }
}
