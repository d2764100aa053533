// Generated from spec/clauses.yaml by npm run generate.
export const clauses = [
  {
    "id": "BASE-1",
    "level": "must",
    "operations": [
      "listPets",
      "createPet",
      "getPet"
    ],
    "section": "What the service does",
    "quote": "It ends with a path segment `/v1`; all paths below are relative to it.",
    "text": "Every operation answers under a base address that ends with /v1."
  },
  {
    "id": "BASE-2",
    "level": "must",
    "operations": [
      "listPets",
      "createPet",
      "getPet"
    ],
    "section": "What the service does",
    "quote": "A second, staging base address exists",
    "text": "A second, staging base address has the same path shape."
  },
  {
    "id": "BASE-3",
    "level": "must",
    "operations": [
      "listPets",
      "createPet",
      "getPet"
    ],
    "section": "What the service does",
    "quote": "All request and response bodies are `application/json`.",
    "text": "Every response body is application/json, and a request body of that type is accepted."
  },
  {
    "id": "BASE-4",
    "level": "must",
    "operations": [
      "listPets",
      "createPet",
      "getPet"
    ],
    "section": "Versioning",
    "quote": "The interface version is 1.0.0; the base address carries the path segment `/v1`.",
    "text": "The interface under /v1 is version 1.0.0."
  },
  {
    "id": "BASE-5",
    "level": "should",
    "operations": [
      "listPets",
      "getPet"
    ],
    "section": "What the service does",
    "source": "RFC 9110 §9.3.2",
    "text": "HEAD answers like GET, without a body."
  },
  {
    "id": "BASE-6",
    "level": "should",
    "operations": [
      "listPets",
      "createPet",
      "getPet"
    ],
    "section": "Other endpoints",
    "source": "RFC 9110 §15.5.6",
    "text": "A 405 names the allowed methods in an Allow header."
  },
  {
    "id": "PET-1",
    "level": "must",
    "operations": [
      "listPets",
      "createPet",
      "getPet"
    ],
    "section": "Resources and their fields",
    "quote": "| id | integer, int64 | yes | Unique identifier, assigned by the service on creation |",
    "text": "Every pet has an integer id within int64."
  },
  {
    "id": "PET-2",
    "level": "must",
    "operations": [
      "createPet"
    ],
    "section": "Resources and their fields",
    "quote": "| id | integer, int64 | yes | Unique identifier, assigned by the service on creation |",
    "text": "The id is assigned by the service on creation and is unique."
  },
  {
    "id": "PET-3",
    "level": "must",
    "operations": [
      "listPets",
      "createPet",
      "getPet"
    ],
    "section": "Resources and their fields",
    "quote": "| name | string | yes | The animal's name |",
    "text": "Every pet has a name, which is a string."
  },
  {
    "id": "PET-4",
    "level": "must",
    "operations": [
      "listPets",
      "createPet",
      "getPet"
    ],
    "section": "Resources and their fields",
    "quote": "| categoryId | integer, int64 | yes | Identifier of the category the animal belongs to |",
    "text": "Every pet has an integer categoryId, and every int64 retains its exact value."
  },
  {
    "id": "PET-5",
    "level": "must",
    "operations": [
      "listPets",
      "createPet",
      "getPet"
    ],
    "section": "Resources and their fields",
    "quote": "| status | PetStatus | no | Availability status |",
    "text": "If a pet has a status, it is available, pending or sold."
  },
  {
    "id": "LIST-1",
    "level": "must",
    "operations": [
      "listPets"
    ],
    "section": "GET /pets",
    "quote": "| 200 | JSON array of Pet (a paginated list; `limit` sets the page size; `status` filters by availability) |",
    "text": "A list is answered with 200 and a JSON array of pets."
  },
  {
    "id": "LIST-2",
    "level": "must",
    "operations": [
      "listPets"
    ],
    "section": "GET /pets",
    "quote": "| 200 | JSON array of Pet (a paginated list; `limit` sets the page size; `status` filters by availability) |",
    "text": "A list has `limit` pets, or all pets if there are fewer."
  },
  {
    "id": "LIST-3",
    "level": "must",
    "operations": [
      "listPets"
    ],
    "section": "GET /pets",
    "quote": "| limit | integer | no | 1 to 100 inclusive | 20 |",
    "text": "Every `limit` from 1 to 100 is accepted."
  },
  {
    "id": "LIST-4",
    "level": "must",
    "operations": [
      "listPets"
    ],
    "section": "GET /pets",
    "quote": "| limit | integer | no | 1 to 100 inclusive | 20 |",
    "text": "Without `limit`, a page has 20 pets, or all pets if there are fewer."
  },
  {
    "id": "LIST-5",
    "level": "must",
    "operations": [
      "listPets"
    ],
    "section": "GET /pets",
    "quote": "| status | PetStatus | no | available, pending, sold | none (no filter) |",
    "text": "With `status`, the list has the pets of that status and no others, and `limit` applies after the filter."
  },
  {
    "id": "LIST-6",
    "level": "must",
    "operations": [
      "listPets"
    ],
    "section": "GET /pets",
    "quote": "| status | PetStatus | no | available, pending, sold | none (no filter) |",
    "text": "Without `status`, pets of every status are listed."
  },
  {
    "id": "LIST-7",
    "level": "must",
    "operations": [
      "listPets"
    ],
    "section": "What the service does",
    "quote": "list animals available for adoption, add a new animal, and fetch one animal by its identifier.",
    "text": "A pet that was added appears in the list."
  },
  {
    "id": "CREATE-1",
    "level": "must",
    "operations": [
      "createPet"
    ],
    "section": "POST /pets",
    "quote": "| 201 | Pet (includes the assigned `id`) | Animal added |",
    "text": "A valid body is answered with 201 and the pet, which has its assigned id."
  },
  {
    "id": "CREATE-2",
    "level": "must",
    "operations": [
      "createPet"
    ],
    "section": "Resources and their fields",
    "quote": "All fields of NewPet, plus",
    "text": "The pet comes back with the name, the categoryId and the status that were sent."
  },
  {
    "id": "CREATE-3",
    "level": "must",
    "operations": [
      "createPet"
    ],
    "section": "POST /pets",
    "quote": "(`name` and `categoryId` required)",
    "text": "A body without `name` or without `categoryId` is refused with 400."
  },
  {
    "id": "CREATE-4",
    "level": "must",
    "operations": [
      "createPet"
    ],
    "section": "POST /pets",
    "quote": "| 400 | Error | Body missing required fields or containing invalid values |",
    "text": "A body with a value of the wrong type, or outside the enumeration or int64, is refused with 400."
  },
  {
    "id": "CREATE-5",
    "level": "must",
    "operations": [
      "createPet"
    ],
    "section": "POST /pets",
    "quote": "The request body is required, `application/json`, shape NewPet",
    "text": "A request without a body, or with a body that is not a JSON object, is refused with 400."
  },
  {
    "id": "CREATE-6",
    "level": "must",
    "operations": [
      "createPet",
      "listPets"
    ],
    "section": "POST /pets",
    "quote": "| 400 | Error | Body missing required fields or containing invalid values |",
    "text": "A refused body adds no pet."
  },
  {
    "id": "CREATE-7",
    "level": "must",
    "operations": [
      "createPet"
    ],
    "section": "States and transitions",
    "quote": "The status may be set on creation via `status` in the body.",
    "text": "A pet can be created with each of the three statuses, or without one."
  },
  {
    "id": "GET-1",
    "level": "must",
    "operations": [
      "getPet"
    ],
    "section": "GET /pets/{petId}",
    "quote": "| 200 | Pet | Animal found |",
    "text": "A request for an existing pet is answered with 200 and that pet."
  },
  {
    "id": "GET-2",
    "level": "must",
    "operations": [
      "getPet"
    ],
    "section": "GET /pets/{petId}",
    "quote": "| 404 | Error | The animal could not be found |",
    "text": "An id that no pet has is answered with 404 and an Error body."
  },
  {
    "id": "GET-3",
    "level": "must",
    "operations": [
      "getPet"
    ],
    "section": "GET /pets/{petId}",
    "quote": "Path parameter: `petId`, required, integer int64, the identifier of the animal.",
    "text": "Every int64 is accepted as petId and matched exactly, also beyond 2^53."
  },
  {
    "id": "AUTH-1",
    "level": "must",
    "operations": [
      "listPets",
      "createPet",
      "getPet"
    ],
    "section": "Authentication",
    "quote": "The API key is sent as the bearer token in the `Authorization` header",
    "text": "A request with a valid key in the Authorization header, as a bearer token, is served."
  },
  {
    "id": "AUTH-2",
    "level": "must",
    "operations": [
      "listPets",
      "createPet",
      "getPet"
    ],
    "section": "Authentication",
    "quote": "When the key is missing or invalid, the response is 401 with an Error body.",
    "text": "A request without a key is answered with 401 and an Error body."
  },
  {
    "id": "AUTH-3",
    "level": "must",
    "operations": [
      "listPets",
      "createPet",
      "getPet"
    ],
    "section": "Authentication",
    "quote": "When the key is missing or invalid, the response is 401 with an Error body.",
    "text": "A request with an invalid key is answered with 401 and an Error body."
  },
  {
    "id": "AUTH-4",
    "level": "must",
    "operations": [
      "listPets",
      "createPet",
      "getPet"
    ],
    "section": "Authentication",
    "quote": "Scheme: HTTP bearer.",
    "text": "A key that is not sent as a bearer token does not authenticate the request."
  },
  {
    "id": "AUTH-5",
    "level": "must",
    "operations": [
      "createPet",
      "listPets"
    ],
    "section": "Authentication",
    "quote": "The requirement applies to every operation listed above.",
    "text": "A request that is answered with 401 has no effect."
  },
  {
    "id": "AUTH-6",
    "level": "should",
    "operations": [
      "listPets",
      "createPet",
      "getPet"
    ],
    "section": "Authentication",
    "source": "RFC 9110 §11.6.1, RFC 6750 §3",
    "text": "A 401 carries a WWW-Authenticate header with the Bearer scheme."
  },
  {
    "id": "AUTH-7",
    "level": "should",
    "operations": [
      "listPets",
      "createPet",
      "getPet"
    ],
    "section": "Authentication",
    "source": "RFC 9110 §11.1",
    "text": "The name of the scheme is accepted in any letter case."
  },
  {
    "id": "ERROR-1",
    "level": "must",
    "operations": [
      "listPets",
      "createPet",
      "getPet"
    ],
    "section": "Errors",
    "quote": "Every error body has the Error shape (`code`, `message`, `status`)",
    "text": "Every error body has a string `code`, a string `message` and an integer `status`."
  },
  {
    "id": "ERROR-2",
    "level": "must",
    "operations": [
      "listPets",
      "createPet",
      "getPet"
    ],
    "section": "Errors",
    "quote": "`status` repeats the HTTP status.",
    "text": "The `status` of an error body repeats the HTTP status."
  },
  {
    "id": "ERROR-3",
    "level": "should",
    "operations": [
      "listPets",
      "createPet",
      "getPet"
    ],
    "section": "Resources and their fields",
    "source": "RFC 9457 §3.1.4",
    "text": "The `code` and the `message` of an error body are not empty."
  },
  {
    "id": "LIMIT-1",
    "level": "must",
    "operations": [
      "listPets",
      "createPet",
      "getPet"
    ],
    "section": "Rate limit headers (present on every response)",
    "quote": "Rate limit headers (present on every response)",
    "text": "Every response has X-RateLimit-Limit, X-RateLimit-Remaining and X-RateLimit-Reset."
  },
  {
    "id": "LIMIT-2",
    "level": "must",
    "operations": [
      "listPets",
      "createPet",
      "getPet"
    ],
    "section": "Rate limit headers (present on every response)",
    "quote": "| X-RateLimit-Limit | The limit that applies to the caller |",
    "text": "X-RateLimit-Limit is the limit of the caller's plan, per minute or per day."
  },
  {
    "id": "LIMIT-3",
    "level": "must",
    "operations": [
      "listPets",
      "createPet",
      "getPet"
    ],
    "section": "Rate limit headers (present on every response)",
    "quote": "| X-RateLimit-Remaining | Requests left in the current window |",
    "text": "X-RateLimit-Remaining is a whole number from 0 to the limit and falls by one with each request that counts."
  },
  {
    "id": "LIMIT-4",
    "level": "must",
    "operations": [
      "listPets",
      "createPet",
      "getPet"
    ],
    "section": "Rate limit headers (present on every response)",
    "quote": "| X-RateLimit-Reset | Unix timestamp at which the limit resets |",
    "text": "X-RateLimit-Reset is a Unix timestamp in seconds, neither in the past nor after the end of the window that the limit applies to."
  },
  {
    "id": "LIMIT-5",
    "level": "must",
    "operations": [
      "listPets",
      "createPet",
      "getPet"
    ],
    "section": "Rate limits by plan",
    "quote": "| Plan | Requests per minute | Requests per day |",
    "text": "A key is served as many requests in a minute as its plan allows, and no more."
  },
  {
    "id": "LIMIT-6",
    "level": "must",
    "operations": [
      "listPets",
      "createPet",
      "getPet"
    ],
    "section": "Rate limits by plan",
    "quote": "| Plan | Requests per minute | Requests per day |",
    "text": "A key is served as many requests in a day as its plan allows, and no more."
  },
  {
    "id": "LIMIT-7",
    "level": "must",
    "operations": [
      "listPets",
      "createPet",
      "getPet"
    ],
    "section": "When exceeded",
    "quote": "A request over the limit receives 429 Too Many Requests.",
    "text": "A request over the limit is answered with 429 on every operation, and has no effect."
  },
  {
    "id": "LIMIT-8",
    "level": "must",
    "operations": [
      "listPets",
      "createPet",
      "getPet"
    ],
    "section": "When exceeded",
    "quote": "The response carries a `Retry-After` header",
    "text": "A 429 has a Retry-After header that says when to retry, in any unit and format."
  },
  {
    "id": "LIMIT-9",
    "level": "must",
    "operations": [
      "listPets",
      "createPet",
      "getPet"
    ],
    "section": "When exceeded",
    "quote": "the client waits the indicated time before retrying.",
    "text": "A client that has waited for as long as Retry-After says is served again."
  },
  {
    "id": "LIMIT-10",
    "level": "must",
    "operations": [
      "listPets",
      "createPet",
      "getPet"
    ],
    "section": "Rate limit headers (present on every response)",
    "quote": "| X-RateLimit-Reset | Unix timestamp at which the limit resets |",
    "text": "At X-RateLimit-Reset the limit resets, with the whole quota or, where a window rolls, with what has left it."
  },
  {
    "id": "LIMIT-11",
    "level": "must",
    "operations": [
      "listPets",
      "createPet",
      "getPet"
    ],
    "section": "Rate limit headers (present on every response)",
    "quote": "| X-RateLimit-Limit | The limit that applies to the caller |",
    "text": "The requests of one key do not count against another key."
  },
  {
    "id": "LIMIT-12",
    "level": "must",
    "operations": [
      "listPets",
      "createPet",
      "getPet"
    ],
    "section": "When exceeded",
    "quote": "Continued requests after a 429 may cause a temporary ban of the API key.",
    "text": "A ban for continued requests after a 429 is temporary; when it ends, the key is served again."
  },
  {
    "id": "LIMIT-13",
    "level": "should",
    "operations": [
      "listPets",
      "createPet",
      "getPet"
    ],
    "section": "When exceeded",
    "source": "RFC 6585 §4",
    "text": "A 429 is not to be stored by a cache."
  },
  {
    "id": "LIMIT-14",
    "level": "must",
    "party": "client",
    "operations": [
      "listPets",
      "createPet",
      "getPet"
    ],
    "section": "When exceeded",
    "quote": "the client waits the indicated time before retrying.",
    "text": "The client waits as long as Retry-After says before it retries."
  },
  {
    "id": "LIMIT-15",
    "level": "should",
    "party": "client",
    "operations": [
      "listPets",
      "createPet",
      "getPet"
    ],
    "section": "When exceeded",
    "quote": "Clients should use exponential backoff.",
    "source": "the document itself",
    "text": "The client backs off exponentially."
  },
  {
    "id": "LIMIT-16",
    "level": "should",
    "operations": [
      "listPets",
      "createPet",
      "getPet"
    ],
    "section": "When exceeded",
    "source": "RFC 9110 §10.2.3",
    "text": "Retry-After is a number of whole seconds or an HTTP date."
  },
  {
    "id": "DEPRECATION-1",
    "level": "must",
    "operations": [
      "getPet"
    ],
    "section": "Versioning",
    "quote": "`GET /pets/{petId}` is deprecated, with removal on 5 December 2030.",
    "text": "getPet is served until 5 December 2030."
  },
  {
    "id": "DEPRECATION-2",
    "level": "should",
    "operations": [
      "getPet"
    ],
    "section": "GET /pets/{petId}",
    "quote": "This operation is deprecated and scheduled for removal on 5 December 2030.",
    "source": "the document itself, which says \"scheduled\"",
    "text": "getPet is removed from 5 December 2030 on."
  },
  {
    "id": "DEPRECATION-3",
    "level": "must",
    "operations": [
      "listPets"
    ],
    "section": "GET /pets/{petId}",
    "quote": "The replacement is `GET /pets` with the `status` filter.",
    "text": "A pet that getPet returns can also be found by GET /pets with the `status` filter."
  },
  {
    "id": "DEPRECATION-4",
    "level": "should",
    "operations": [
      "getPet"
    ],
    "section": "Versioning",
    "source": "RFC 9745 §2 and §4, RFC 8594 §3",
    "text": "getPet announces its deprecation and its removal in Deprecation and Sunset headers."
  }
] as const
