const NOT_WHOLE =
  'LIMIT-10 takes “at which the limit resets” to mean that the whole quota is there again, not one request'
const OTHER_NAME = 'CREATE-2: “All fields of NewPet” come back as they were sent, and this changes the name'
const CHANGES = 'no operation updates or deletes a pet, so in this project pets neither change nor go'
const DAY_BEGINS = 'this project takes “removal on 5 December 2030” to be the beginning of that day in UTC'
const OTHER_WINDOW =
  'on a 429 the headers may speak of the window that did not refuse, so that Remaining is above 0 there'

type Reasons = Readonly<Record<string, Readonly<Record<string, string>>>>

/**
 * By stranger and option, the values that are left out, with the reason: their own authors doubt them, or this project reads
 * the document otherwise.
 */
export const arguable: Readonly<Record<string, Reasons>> = {
  tamarack: {
    order: { shuffled: 'its author doubts it: where there are further pages, they overlap' },
    name_form: { trimmed: OTHER_NAME, nfc: OTHER_NAME },
    rolling_reset: { oldest: NOT_WHOLE },
    ban_headers: { zero: 'its author doubts it: Remaining says 0 although the window has more' },
    anonymous: { zero: 'its author doubts it: a limit of 0 is no limit of a plan' },
    after_removal: { 301: 'its author doubts it: its body is empty, and no table has the status' },
    removal_moment: { noon: DAY_BEGINS, day_end: DAY_BEGINS },
    neighbours: { sells: CHANGES, removes: CHANGES },
  },
  juniper: {
    nameTrim: { trim: OTHER_NAME, collapse: OTHER_NAME },
    resetMeans: { next: NOT_WHOLE },
    removalMoment: { dayEnd: DAY_BEGINS },
    refusalHeaders: { same: OTHER_WINDOW },
    drift: { pendingExpires: CHANGES },
  },
  sedge: {
    reset: { next: NOT_WHOLE },
    ageing: { hour: CHANGES },
  },
}
