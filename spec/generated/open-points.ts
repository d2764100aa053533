// Generated from spec/open-points.yaml by npm run generate.
export const openPoints = [
  {
    "id": "limit-below-1",
    "section": "GET /pets",
    "question": "What does GET /pets answer when `limit` is a whole number below 1?",
    "default": "400",
    "variants": {
      "400": "Refused with 400 and an Error body that names `limit`.",
      "clamped": "Treated as 1.",
      "ignored": "Treated as if it had not been sent.",
      "empty-list": "A page of no pets."
    }
  },
  {
    "id": "limit-above-100",
    "section": "GET /pets",
    "question": "What does GET /pets answer when `limit` is a whole number above 100?",
    "default": "400",
    "variants": {
      "400": "Refused with 400 and an Error body that names `limit`.",
      "clamped": "Treated as 100.",
      "ignored": "Treated as if it had not been sent."
    }
  },
  {
    "id": "limit-not-a-number",
    "section": "GET /pets",
    "question": "What does GET /pets answer when `limit` is not a whole number, or is sent more than once?",
    "default": "400",
    "variants": {
      "400": "Refused with 400 and an Error body that names `limit`.",
      "ignored": "Treated as if it had not been sent."
    }
  },
  {
    "id": "invalid-status-filter",
    "section": "GET /pets",
    "question": "What does GET /pets answer when `status` is none of the three values, or sent more than once?",
    "default": "400",
    "variants": {
      "400": "Refused with 400 and an Error body that names `status`.",
      "ignored": "Treated as if it had not been sent.",
      "empty-list": "Matches no pet, so the list is empty."
    }
  },
  {
    "id": "empty-status-filter",
    "section": "GET /pets",
    "question": "What does GET /pets answer when `status` is empty?",
    "default": "400",
    "variants": {
      "400": "Refused with 400 and an Error body that names `status`.",
      "ignored": "Treated as if it had not been sent.",
      "empty-list": "Matches no pet, so the list is empty."
    }
  },
  {
    "id": "unknown-query-parameter",
    "section": "GET /pets",
    "question": "What happens to a query parameter that the document does not name?",
    "default": "ignored",
    "variants": {
      "400": "Refused with 400 and an Error body that names it.",
      "ignored": "It has no effect."
    }
  },
  {
    "id": "further-pages",
    "section": "GET /pets",
    "remark": "How a client requests a further page (cursor, offset or page parameters) and what the response carries to support it: not shown.",
    "question": "How does a client reach the pets beyond the first page?",
    "default": "none",
    "variants": {
      "none": "It cannot; there is only one page.",
      "link": "A Link header with rel=\"next\" carries the address of the next page, with a cursor."
    }
  },
  {
    "id": "list-order",
    "section": "GET /pets",
    "question": "In which order does a list have its pets?",
    "default": "oldest",
    "variants": {
      "oldest": "In order of creation, the oldest first.",
      "newest": "In order of creation, the newest first.",
      "arbitrary": "In an arbitrary order, the same for every request."
    }
  },
  {
    "id": "invalid-pet-id",
    "section": "GET /pets/{petId}",
    "question": "What does GET /pets/{petId} answer when `petId` is not an int64?",
    "default": "400",
    "variants": {
      "400": "Refused with 400 and an Error body that names `petId`.",
      "404": "Not found, because no pet can have it."
    }
  },
  {
    "id": "unknown-body-field",
    "section": "NewPet",
    "question": "What happens to a field of a new pet that the document does not name?",
    "default": "dropped",
    "variants": {
      "400": "Refused with 400 and an Error body that names it.",
      "dropped": "It is left out of the pet.",
      "kept": "It is stored and comes back with the pet."
    }
  },
  {
    "id": "duplicate-body-field",
    "section": "NewPet",
    "question": "What happens when a body names the same field twice?",
    "default": "400",
    "variants": {
      "400": "Refused with 400 and an Error body that names it.",
      "last-wins": "The last value counts, as in most JSON parsers."
    }
  },
  {
    "id": "default-status",
    "section": "Gaps in the fields",
    "remark": "Default value of `status` when omitted on creation, and length or character limits of `name`: not shown.",
    "question": "Which status has a pet that was created without one?",
    "default": "available",
    "variants": {
      "absent": "None; the pet has no such field.",
      "available": "It is available.",
      "pending": "It is pending.",
      "sold": "It is sold."
    }
  },
  {
    "id": "null-status",
    "section": "NewPet",
    "question": "What happens when `status` is sent as null?",
    "default": "400",
    "variants": {
      "400": "Refused with 400, since null is not one of the three values.",
      "as-omitted": "Treated as if the field had been omitted."
    }
  },
  {
    "id": "shortest-name",
    "section": "Gaps in the fields",
    "remark": "Default value of `status` when omitted on creation, and length or character limits of `name`: not shown.",
    "question": "How short may a name be, in characters?",
    "default": "empty",
    "variants": {
      "empty": "It may be empty.",
      "at-least-N": "A name of fewer than N characters is refused with 400."
    },
    "examples": [
      "at-least-1",
      "at-least-3"
    ]
  },
  {
    "id": "longest-name",
    "section": "Gaps in the fields",
    "remark": "Default value of `status` when omitted on creation, and length or character limits of `name`: not shown.",
    "question": "How long may a name be, in characters?",
    "default": "any",
    "variants": {
      "any": "Any length that fits in a request.",
      "at-most-N": "A name of more than N characters is refused with 400."
    },
    "examples": [
      "at-most-80",
      "at-most-255"
    ]
  },
  {
    "id": "name-characters",
    "section": "Gaps in the fields",
    "remark": "Default value of `status` when omitted on creation, and length or character limits of `name`: not shown.",
    "question": "Which characters may a name hold?",
    "default": "any-text",
    "variants": {
      "any-text": "All of Unicode. For NUL and lone surrogates see below.",
      "printable": "The same without control characters."
    }
  },
  {
    "id": "nul-in-name",
    "section": "Gaps in the fields",
    "remark": "Default value of `status` when omitted on creation, and length or character limits of `name`: not shown.",
    "question": "What becomes of a name with NUL?",
    "default": "400",
    "variants": {
      "400": "Refused with 400.",
      "kept": "Comes back as it was sent.",
      "dropped": "It is left out."
    }
  },
  {
    "id": "lone-surrogate-in-name",
    "section": "Gaps in the fields",
    "remark": "Default value of `status` when omitted on creation, and length or character limits of `name`: not shown.",
    "question": "What becomes of a name with a lone surrogate?",
    "default": "400",
    "variants": {
      "400": "Refused with 400.",
      "kept": "Comes back as it was sent.",
      "dropped": "It is left out.",
      "replaced": "U+FFFD stands in its place."
    }
  },
  {
    "id": "name-spelling",
    "section": "Gaps in the fields",
    "question": "Does a name come back exactly as it was sent?",
    "default": "as-sent",
    "variants": {
      "as-sent": "It does, with the blanks around it and with combining marks as separate characters.",
      "trimmed": "It comes back without the blanks before and after it.",
      "composed": "It comes back in Unicode's composed form (NFC), in which a letter and its mark are one character.",
      "trimmed-composed": "It comes back trimmed and composed."
    }
  },
  {
    "id": "category-check",
    "section": "Gaps in the fields",
    "remark": "Category record (fields, operations): not shown beyond the `categoryId` reference.",
    "question": "Which categories may a new pet have?",
    "default": "none",
    "variants": {
      "none": "Any int64 is accepted.",
      "some": "The service refuses some with 400, by a rule of its own. The mock refuses those below 1.",
      "known-only": "A category without a starting pet is refused with 400. If there are no starting pets, every category is accepted."
    }
  },
  {
    "id": "id-numbering",
    "section": "Pet",
    "question": "Which identifiers does the service assign?",
    "default": "from-1",
    "variants": {
      "from-1": "1, 2, 3 and so on.",
      "beyond-2-53": "Counting up from 9007199254740993, which a JavaScript number cannot hold.",
      "random": "Positive int64 numbers that follow no order."
    }
  },
  {
    "id": "location-on-201",
    "section": "POST /pets",
    "question": "Does the answer to a creation carry a Location header?",
    "default": "no",
    "variants": {
      "no": "It does not.",
      "yes": "It holds the path of the new pet."
    }
  },
  {
    "id": "extra-response-fields",
    "section": "Pet",
    "question": "May a pet carry fields that the document does not name?",
    "default": "none",
    "variants": {
      "none": "It carries the documented fields only.",
      "some": "It carries a `createdAt` time as well."
    }
  },
  {
    "id": "json-style",
    "section": "What the service does",
    "question": "How is the JSON of a reply written?",
    "default": "compact",
    "variants": {
      "compact": "Without spaces, the fields in the order of the document.",
      "indented-shuffled": "Indented, the fields in another order."
    }
  },
  {
    "id": "charset-parameter",
    "section": "What the service does",
    "question": "Does the content type carry a charset parameter?",
    "default": "absent",
    "variants": {
      "absent": "It is `application/json`.",
      "present": "It is `application/json; charset=utf-8`."
    }
  },
  {
    "id": "error-code-style",
    "section": "Errors",
    "remark": "The set of values of `code`: not shown.",
    "question": "How is the machine-readable `code` of an error written?",
    "default": "snake",
    "variants": {
      "snake": "As `pet_not_found`.",
      "kebab": "As `pet-not-found`.",
      "screaming": "As `PET_NOT_FOUND`.",
      "dotted": "As `pet.not.found`."
    }
  },
  {
    "id": "wrong-media-type",
    "section": "POST /pets",
    "question": "What does POST /pets answer to a body that is not declared as `application/json`?",
    "default": "415",
    "variants": {
      "400": "Refused with 400 and an Error body.",
      "415": "Refused with 415 and an Error body."
    }
  },
  {
    "id": "method-not-allowed",
    "section": "Other endpoints",
    "remark": "Update or delete of animals, category endpoints, and a store orders listing that is referred to as existing: not shown (paths, payloads and behaviour).",
    "question": "What does a documented path answer to a method that the document does not name?",
    "default": "405",
    "variants": {
      "404": "Not found.",
      "405": "Refused with 405 and an Allow header."
    }
  },
  {
    "id": "www-authenticate",
    "section": "Authentication",
    "question": "Does a 401 carry a WWW-Authenticate header?",
    "default": "yes",
    "variants": {
      "yes": "It does, as RFC 9110 asks.",
      "no": "It does not."
    }
  },
  {
    "id": "scheme-case",
    "section": "Authentication",
    "question": "May the scheme in the Authorization header be written in another case than `Bearer`?",
    "default": "any-case",
    "variants": {
      "any-case": "It may, as RFC 9110 says of every scheme.",
      "exact": "It may not; anything else is 401."
    }
  },
  {
    "id": "body-of-429",
    "section": "Errors",
    "remark": "Body shape of a 429 response: Error shape is not stated for it.",
    "question": "What is the body of a 429?",
    "default": "error",
    "variants": {
      "error": "The Error shape.",
      "other-object": "A JSON object of another shape.",
      "empty": "No body at all."
    }
  },
  {
    "id": "retry-after-form",
    "section": "When exceeded",
    "remark": "Unit and format of the `Retry-After` value: not shown. Length of the temporary ban: not shown.",
    "question": "In which form does Retry-After give the wait?",
    "default": "seconds",
    "variants": {
      "seconds": "A whole number of seconds.",
      "http-date": "The date and time at which the wait ends, as HTTP writes it.",
      "iso-date": "The same as in ISO 8601, such as `2026-01-15T10:31:00Z`.",
      "unix-time": "The same as a Unix timestamp, in seconds.",
      "milliseconds": "A whole number of milliseconds.",
      "with-unit": "A whole number of seconds with its unit, such as `42s`."
    }
  },
  {
    "id": "ban",
    "section": "When exceeded",
    "remark": "Unit and format of the `Retry-After` value: not shown. Length of the temporary ban: not shown.",
    "question": "When is a key that sends more requests after a 429 banned, and for how long?",
    "default": "after-10-strikes-for-120-seconds",
    "variants": {
      "none": "Never.",
      "after-N-strikes-for-S-seconds": "The Nth refused request in a window bans the key for S seconds, and at least until the window ends."
    },
    "examples": [
      "after-3-strikes-for-90-seconds",
      "after-10-strikes-for-120-seconds",
      "after-5-strikes-for-600-seconds"
    ]
  },
  {
    "id": "status-while-banned",
    "section": "When exceeded",
    "question": "Which status does a banned key receive?",
    "default": "429",
    "variants": {
      "401": "As if the key were invalid.",
      "403": "Forbidden.",
      "429": "The same as over the limit."
    }
  },
  {
    "id": "window-alignment",
    "section": "Rate limits by plan",
    "question": "When does a minute or a day of the limits begin?",
    "default": "calendar",
    "variants": {
      "calendar": "With the minute and the day of the clock, in UTC.",
      "first-request": "With the first request that counts in it."
    }
  },
  {
    "id": "reported-window",
    "section": "Rate limit headers (present on every response)",
    "question": "Which of the two windows do the rate-limit headers describe?",
    "default": "fewest-left",
    "variants": {
      "fewest-left": "The one with the fewest requests left.",
      "minute": "The minute; a refusal describes the window that is used up.",
      "day": "The day; a refusal describes the window that is used up."
    }
  },
  {
    "id": "unauthenticated-meter",
    "section": "Rate limit headers (present on every response)",
    "question": "Which limit do the headers of a request without a valid key describe?",
    "default": "by-address",
    "variants": {
      "by-address": "The limit of the Free plan, counted for each client address.",
      "uncounted": "The limit of the Free plan; the requests are not counted."
    }
  },
  {
    "id": "do-errors-count",
    "section": "Rate limits by plan",
    "question": "Does a request that is answered with an error count against the limit?",
    "default": "yes",
    "variants": {
      "yes": "Every admitted request counts.",
      "no": "Only those that succeed count."
    }
  },
  {
    "id": "deprecation-headers",
    "section": "Versioning",
    "question": "Do the replies of a deprecated operation announce the deprecation in their headers?",
    "default": "standard",
    "variants": {
      "standard": "They do, with Deprecation (RFC 9745), Sunset (RFC 8594) and Link.",
      "none": "They do not."
    }
  },
  {
    "id": "after-sunset",
    "section": "Versioning",
    "question": "What does GET /pets/{petId} answer from the day of its removal on?",
    "default": "410",
    "variants": {
      "404": "Not found.",
      "410": "Gone.",
      "still-served": "The same as before, because the removal is late."
    }
  }
] as const
