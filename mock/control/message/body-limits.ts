/** The maximum body of the control API in bytes, and that of a snapshot. */
export const BODY_LIMIT = 1_000_000
export const SNAPSHOT_LIMIT = 64_000_000
