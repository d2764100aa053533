/*
 * Whatever others make a mock store has a bound in one of these tables. Things of much the same size are bounded by their
 * number: MOST. Things whose size others choose are bounded by their length: MOST_CHARACTERS, MOST_BYTES. What is left,
 * many worlds with many long pets, many journals, many clients that do not read, is bounded for all of it together by
 * the three budgets of `Memory`; these count the texts of a thing, and OVERHEAD for the rest of it.
 */

/** How many there may be of a thing. */
export const MOST = {
  /** Worlds of a mock; another one is refused. */
  worlds: 100,
  /** Keys of a world, and as many client addresses; the least recently used one is evicted. */
  callers: 10_000,
  /** Faults of a world; another one is refused. */
  faults: 100,
  /** Exchanges in a world's journal; the oldest is dropped. */
  journalEntries: 1_000,
  /** Ids of removed pets that a world does not assign again; of more, the oldest may be assigned again. */
  retiredIds: 10_000,
  /** Leases of a mock; another one is refused. */
  leases: 100,
  /** Event streams of a mock; another one is refused. */
  eventStreams: 50,
  /** Pending requests of a connection; the connection is not read further. No client pipelines as many. */
  pendingRequests: 64,
  /** Levels of objects and arrays in a request body; a deeper one is refused. A pet needs one. */
  jsonLevels: 32,
  /** Changes of a world in Redis, for those who follow its events; the oldest is dropped. */
  sharedChanges: 1_000,
  /** Clients of a key that were sent a Retry-After, and waits of each; the least recently used is evicted, the oldest dropped. */
  waitingClients: 1_000,
  waits: 100,
  /** The same in Redis, where they are loaded and written with each request of the key. */
  sharedWaitingClients: 100,
  sharedWaits: 20,
} as const

/** How many bytes a thing may have. */
export const MOST_BYTES = {
  /** A request body; a larger one is answered 413. */
  requestBody: 100 * 1024,
  /** A request body of the control API, and one that holds a snapshot. */
  controlBody: 1_000_000,
  snapshotBody: 64_000_000,
  /** How much of a body that is too large is read and dropped, so that its client reads the 413. */
  droppedBody: 8 * 1024 * 1024,
  /** Replies that a connection has not read; its next request waits. */
  unreadReplies: 65_536,
  /** Events that a stream has not read; it misses the next ones. */
  unreadEvents: 1_000_000,
  /** Exchanges on a page of the journal. */
  journalPage: 2_000_000,
} as const

/** How many characters are stored of a text. */
export const MOST_CHARACTERS = {
  /** A body in the journal; a default list of 100 pets fits. */
  journalBody: 16_384,
  /** A header's value, a path or a query in the journal. */
  journalField: 2_048,
  /** A User-Agent, by which clients of one key are distinguished. */
  userAgent: 200,
  /** A page of pets as JSON, to be sent again for the same request. */
  cachedPage: 16_384,
} as const

/** The bytes of a thing besides its texts, as measured on Node 24 and rounded up. */
export const OVERHEAD = {
  /** A pet: the object, its time, and its places in the lists. */
  pet: 240,
  /** A starting pet in the seed, which each reset reads again. */
  startingPet: 130,
  /** A key or an address: its meter, its statistics, and its place in a map. */
  caller: 700,
  /** A journal entry, and each header of it. */
  journalEntry: 1_200,
  header: 64,
  /** A pending request: its message and response, its context, and a timer. */
  pendingRequest: 16_000,
  /** A request that Node has parsed and that waits behind another one of its connection; no context and no timer yet. */
  queuedRequest: 8_000,
  /** A chunk of a request body, which may hold a single byte. */
  bodyChunk: 200,
} as const
