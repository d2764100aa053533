// Generated from spec/openapi.yaml by npm run generate.
export interface paths {
    "/pets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List pets
         * @description Returns one page of pets, of any status unless `status` names one.
         *     The document does not say how a further page is requested, nor in which order the pets come.
         */
        get: operations["listPets"];
        put?: never;
        /**
         * Add a pet
         * @description Adds a pet and returns it with the identifier that the service has assigned.
         *     The document does not say which status a pet has when none is given.
         */
        post: operations["createPet"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/pets/{petId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a pet by its identifier
         * @deprecated
         * @description Returns one pet.
         *
         *     Deprecated, and to be removed on 5 December 2030. Use `GET /pets` with the `status` filter instead.
         */
        get: operations["getPet"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * @description The availability of a pet. The document does not say which status may follow which.
         * @enum {string}
         */
        PetStatus: "available" | "pending" | "sold";
        /** @description A pet to add. */
        NewPet: {
            /** @description The pet's name. The document sets no bounds on its length or characters. */
            name: string;
            /**
             * Format: int64
             * @description The category that the pet belongs to. The document does not describe categories.
             */
            categoryId: number | bigint;
            status?: components["schemas"]["PetStatus"];
        };
        /** @description A pet, as the service returns it. */
        Pet: components["schemas"]["NewPet"] & {
            /**
             * Format: int64
             * @description The pet's identifier, unique, and assigned by the service.
             */
            id: number | bigint;
        };
        /** @description A list of pets. */
        Pets: components["schemas"]["Pet"][];
        /** @description Why a request was refused. */
        Error: {
            /** @description The reason, for machines. The document does not list the values; those shown are the mock's. */
            code: string;
            /** @description The reason, for people. */
            message: string;
            /** @description The HTTP status of the response. */
            status: number;
        };
    };
    responses: {
        /** @description The API key is missing or invalid. */
        Unauthorized: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /**
         * @description The rate limit is exceeded. Wait as long as `Retry-After` says, and back off exponentially:
         *     to go on regardless may get the API key banned for a while.
         */
        TooManyRequests: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": unknown;
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: {
        /**
         * @description The limit that applies to the caller.
         * @example 60
         */
        "X-RateLimit-Limit": number;
        /** @description The requests left in the current window. */
        "X-RateLimit-Remaining": number;
        /**
         * @description When the limit resets, as a Unix timestamp.
         * @example 1893456060
         */
        "X-RateLimit-Reset": number;
        /** @description How long to wait before the next request. The document does not show the unit or the format. */
        "Retry-After": string;
        /**
         * @description Since when the operation is deprecated (RFC 9745). The document does not promise this header.
         * @example @1764892800
         */
        Deprecation: string;
        /**
         * @description When the operation is to be removed (RFC 8594). The document does not promise this header.
         * @example Thu, 05 Dec 2030 00:00:00 GMT
         */
        Sunset: string;
        /**
         * @description What replaces the operation (RFC 8288). The document does not promise this header.
         * @example </v1/pets>; rel="successor-version"
         */
        Link: string;
    };
    pathItems: never;
}
export type PetStatus = components['schemas']['PetStatus'];
export type NewPet = components['schemas']['NewPet'];
export type Pet = components['schemas']['Pet'];
export type Pets = components['schemas']['Pets'];
export type Error = components['schemas']['Error'];
export type ResponseUnauthorized = components['responses']['Unauthorized'];
export type ResponseTooManyRequests = components['responses']['TooManyRequests'];
export type HeaderXRateLimitLimit = components['headers']['X-RateLimit-Limit'];
export type HeaderXRateLimitRemaining = components['headers']['X-RateLimit-Remaining'];
export type HeaderXRateLimitReset = components['headers']['X-RateLimit-Reset'];
export type HeaderRetryAfter = components['headers']['Retry-After'];
export type HeaderDeprecation = components['headers']['Deprecation'];
export type HeaderSunset = components['headers']['Sunset'];
export type HeaderLink = components['headers']['Link'];
export type $defs = Record<string, never>;
export interface operations {
    listPets: {
        parameters: {
            query?: {
                /**
                 * @description The size of the page.
                 * @example 20
                 */
                limit?: number;
                /**
                 * @description Only pets of this status. Without it, nothing is filtered.
                 * @example available
                 */
                status?: components["schemas"]["PetStatus"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of pets. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Pets"];
                };
            };
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    createPet: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewPet"];
            };
        };
        responses: {
            /** @description The pet as added, with its identifier. */
            201: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Pet"];
                };
            };
            /** @description The body lacks a required field or holds an invalid value. */
            400: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    getPet: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The identifier of the pet.
                 * @example 1
                 */
                petId: number | bigint;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The pet. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Pet"];
                };
            };
            401: components["responses"]["Unauthorized"];
            /** @description No pet has this identifier. */
            404: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
        };
    };
}
