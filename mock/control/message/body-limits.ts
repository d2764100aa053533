/** Bytes of a body of the control API that are read, and of one that holds a whole world. */
export const BODY_LIMIT = 1_000_000
export const SNAPSHOT_LIMIT = 64_000_000
