// Generated from mock/control/openapi.yaml by npm run generate.
export interface paths {
    "/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what can be done here
         * @description A browser, which asks for HTML, is given the control room instead.
         */
        get: operations["showIndex"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check that the mock runs
         * @description Survives every reset and spends nobody's quota.
         */
        get: operations["checkHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the counts of all worlds
         * @description In the Prometheus text exposition format 0.0.4. A reset does not set the counters back.
         */
        get: operations["readMetrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi/control.yaml": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read this document */
        get: operations["readControlDocument"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi/service.yaml": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the document of the service
         * @description Its servers are the worlds that there are.
         */
        get: operations["readServiceDocument"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow what happens in all worlds
         * @description As `/worlds/{world}/events`, for all worlds and for those still to come. The stream ends when the mock stops.
         */
        get: operations["streamAllEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/worlds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the worlds */
        get: operations["listWorlds"];
        put?: never;
        /**
         * Create a world
         * @description It starts as the default world started, except for what the body says. A test worker that has a world of its own
         *     meets nobody. There may be 100 worlds.
         */
        post: operations["createWorld"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/worlds/{world}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of the world.
                 * @example default
                 */
                world: components["parameters"]["World"];
            };
            cookie?: never;
        };
        /** Read the state of a world */
        get: operations["readWorld"];
        put?: never;
        post?: never;
        /**
         * Remove a world
         * @description The worlds `default` and `staging` stay. Event streams of the world end.
         */
        delete: operations["removeWorld"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/worlds/{world}/reset": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of the world.
                 * @example default
                 */
                world: components["parameters"]["World"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Put a world back to how it started
         * @description Pets, keys, counters, bans, clock, choices, faults, limits and journal, all at once: no request sees half of
         *     it. A request that is under way ends in the state that it met.
         */
        post: operations["resetWorld"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/worlds/{world}/snapshot": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of the world.
                 * @example default
                 */
                world: components["parameters"]["World"];
            };
            cookie?: never;
        };
        /**
         * Save a world as one JSON document
         * @description Everything that a client can meet: pets, keys with what each has left, bans, clock, choices, faults and limits. Not the
         *     journal, nor how clients behaved. It holds the keys as they are.
         */
        get: operations["saveWorld"];
        /**
         * Put a world into the state that was saved
         * @description All at once, as a reset does; the journal begins anew. The clock goes on from the time that was saved. A document that does
         *     not fit is refused, and nothing is changed. It may have 64 MB. A reset puts the world back to how it started still.
         */
        put: operations["restoreWorld"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/worlds/{world}/leases/{lease}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of the world.
                 * @example default
                 */
                world: components["parameters"]["World"];
                /**
                 * @description A name of your own for the lease.
                 * @example my-script
                 */
                lease: string;
            };
            cookie?: never;
        };
        get?: never;
        /**
         * Have a world put back, should your script be killed
         * @description Take a lease before you speed a clock up or add keys, and renew it by the same request while you are at it. When it ends
         *     (by `DELETE`, or because it was not renewed for so many seconds of the time outside) its keys are removed, and with the last
         *     lease of a world its clock has the speed again, and stands still or not, as when the first one was taken. The time
         *     stays. A reset of the world ends its leases. There may be 100 leases.
         */
        put: operations["takeLease"];
        post?: never;
        /**
         * End a lease
         * @description What it stands for is put back.
         */
        delete: operations["endLease"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/worlds/{world}/pets": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of the world.
                 * @example default
                 */
                world: components["parameters"]["World"];
            };
            cookie?: never;
        };
        /**
         * List the pets of a world
         * @description The newest first, whatever is chosen at the open points. Spends nobody's quota.
         */
        get: operations["listPetsOf"];
        put?: never;
        /**
         * Add a pet from outside
         * @description Whatever is chosen at the open points, and spends nobody's quota. The world assigns the id where none is given.
         */
        post: operations["addPet"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/worlds/{world}/pets/{petId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of the world.
                 * @example default
                 */
                world: components["parameters"]["World"];
                /**
                 * @description The id of the pet.
                 * @example 1
                 */
                petId: number | bigint;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a pet from outside
         * @description From now on it is not found and in no list. The world gives its id to no other.
         */
        delete: operations["removePet"];
        options?: never;
        head?: never;
        /**
         * Change a pet from outside
         * @description What is left out stays, and the pet keeps its place in the lists. So a page that polls sees it sold.
         */
        patch: operations["changePet"];
        trace?: never;
    };
    "/worlds/{world}/clock": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of the world.
                 * @example default
                 */
                world: components["parameters"]["World"];
            };
            cookie?: never;
        };
        /** Read a world's clock */
        get: operations["readClock"];
        /**
         * Set, freeze or speed up a world's clock
         * @description What is left out stays as it is.
         */
        put: operations["changeClock"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/worlds/{world}/clock/advance": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of the world.
                 * @example default
                 */
                world: components["parameters"]["World"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Move a world's clock forwards
         * @description The parts add up. A frozen clock moves too, and stays frozen. No clock goes beyond the year 9900.
         */
        post: operations["advanceClock"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/worlds/{world}/keys": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of the world.
                 * @example default
                 */
                world: components["parameters"]["World"];
            };
            cookie?: never;
        };
        /** List the keys of a world */
        get: operations["listKeys"];
        put?: never;
        /**
         * Add a key
         * @description Of 10,000 keys the one that was idle the longest makes room.
         */
        post: operations["addKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/worlds/{world}/keys/{key}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of the world.
                 * @example default
                 */
                world: components["parameters"]["World"];
                /**
                 * @description The key in full, percent-encoded where it holds a slash.
                 * @example free-demo-key
                 */
                key: components["parameters"]["Key"];
            };
            cookie?: never;
        };
        /** Read the state of a key */
        get: operations["readKey"];
        put?: never;
        post?: never;
        /**
         * Remove a key
         * @description Requests with it are answered 401 from now on.
         */
        delete: operations["removeKey"];
        options?: never;
        head?: never;
        /**
         * Put a key on another plan
         * @description What it has used of its windows stays used.
         */
        patch: operations["changePlan"];
        trace?: never;
    };
    "/worlds/{world}/keys/{key}/remaining": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of the world.
                 * @example default
                 */
                world: components["parameters"]["World"];
                /**
                 * @description The key in full, percent-encoded where it holds a slash.
                 * @example free-demo-key
                 */
                key: components["parameters"]["Key"];
            };
            cookie?: never;
        };
        get?: never;
        /**
         * Set how many requests a key has left
         * @description In the minute window, in the day window, or in both. More than the limit is taken as the limit, and a window that is
         *     left out stays as it is.
         */
        put: operations["setRemaining"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/worlds/{world}/keys/{key}/ban": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of the world.
                 * @example default
                 */
                world: components["parameters"]["World"];
                /**
                 * @description The key in full, percent-encoded where it holds a slash.
                 * @example free-demo-key
                 */
                key: components["parameters"]["Key"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ban a key for a while
         * @description For so many seconds, or for as long as its full windows would refuse it, whichever is longer.
         */
        post: operations["banKey"];
        /**
         * Lift the ban of a key
         * @description Forgets its strikes too. The windows stay as they are.
         */
        delete: operations["liftBan"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/worlds/{world}/limits": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of the world.
                 * @example default
                 */
                world: components["parameters"]["World"];
            };
            cookie?: never;
        };
        /** Read whether the rate limits are on */
        get: operations["readLimits"];
        /**
         * Switch the rate limits on or off
         * @description While they are off nothing is counted, nobody is refused, and the headers do not change.
         */
        put: operations["switchLimits"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/worlds/{world}/choices": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of the world.
                 * @example default
                 */
                world: components["parameters"]["World"];
            };
            cookie?: never;
        };
        /** List the open points, and what is chosen at each */
        get: operations["listChoices"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Choose other variants
         * @description Open points that are left out stay as they are. One unlawful variant, and nothing is changed.
         */
        patch: operations["choose"];
        trace?: never;
    };
    "/worlds/{world}/choices/vary": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of the world.
                 * @example default
                 */
                world: components["parameters"]["World"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take a random variant at every open point
         * @description The same for the same seed. A front end that leans on something never promised breaks now.
         */
        post: operations["varyChoices"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/worlds/{world}/faults": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of the world.
                 * @example default
                 */
                world: components["parameters"]["World"];
            };
            cookie?: never;
        };
        /**
         * List the faults of a world
         * @description Those that have healed are gone.
         */
        get: operations["listFaults"];
        put?: never;
        /**
         * Add a fault
         * @description It hits requests that have a valid key and are within their limits. Delays add up; of other faults that
         *     match a request the first one counts. There may be 100 faults.
         */
        post: operations["addFault"];
        /** Remove all faults */
        delete: operations["clearFaults"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/worlds/{world}/faults/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of the world.
                 * @example default
                 */
                world: components["parameters"]["World"];
                /**
                 * @description The number of the fault.
                 * @example 1
                 */
                id: number;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Remove a fault */
        delete: operations["removeFault"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/worlds/{world}/journal": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of the world.
                 * @example default
                 */
                world: components["parameters"]["World"];
            };
            cookie?: never;
        };
        /**
         * Read the last exchanges of a world
         * @description The newest first, a page at a time: `limit` of them, and no more than about 2 MB. `before`, with the id of the last
         *     one, asks for the next page; behind the last page comes an empty one.
         *
         *     A world remembers 1,000 exchanges, and fewer when the journals of all worlds fill the memory set aside for them
         *     (`--memory`). Of a body it keeps the first 16,384 characters, of a header, path or query the first 2,048, and says
         *     how long it was. Whatever looks like a key is cut.
         */
        get: operations["readJournal"];
        put?: never;
        post?: never;
        /** Clear the journal of a world */
        delete: operations["clearJournal"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/worlds/{world}/report": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of the world.
                 * @example default
                 */
                world: components["parameters"]["World"];
            };
            cookie?: never;
        };
        /** Read how well each key's client behaves */
        get: operations["readReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/worlds/{world}/events": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of the world.
                 * @example default
                 */
                world: components["parameters"]["World"];
            };
            cookie?: never;
        };
        /**
         * Follow what happens in a world
         * @description Server-Sent Events, for `curl -N` and for `EventSource`. `event: exchange` carries a JournalEntry, `event: change`
         *     a Change, and `event: dropped` says how many events a client has missed because it did not read. Ids count up
         *     while the mock runs; nothing is sent again, so after a gap read the journal. A comment every 15 seconds keeps
         *     the connection open. The stream ends with the world and when the mock stops. There may be 50 streams.
         *
         *     Of mocks that share their state, each streams what all of them answer, in one order. The ids are then those of a
         *     world in the store, the same at each mock: `12-0` for the exchange 12, `12-1` for the change behind it. The
         *     stream ends when the store cannot be reached.
         */
        get: operations["streamEvents"];
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
        /** @description What this API can do. */
        Index: {
            title: string;
            version: string;
            operations: components["schemas"]["IndexEntry"][];
        };
        /** @description One operation of this API. */
        IndexEntry: {
            operation: string;
            /** @enum {string} */
            method: "GET" | "PUT" | "POST" | "PATCH" | "DELETE";
            path: string;
            summary: string;
        };
        /** @description That the mock runs, which, and how long. */
        Health: {
            /** @enum {string} */
            status: "ok";
            /** @description The version of the mock. */
            version: string;
            /** @description How long it has been running. */
            uptimeSeconds: number;
            /** @description How many worlds there are. */
            worlds: number;
        };
        /** @description All worlds. */
        Worlds: components["schemas"]["World"][];
        /** @description One isolated copy of the service, and its state. */
        World: {
            name: string;
            /** @description The path of its base address. */
            basePath: string;
            /** @description How many pets there are. */
            pets: number;
            /** @description How many keys there are. */
            keys: number;
            clock: components["schemas"]["Clock"];
            /** @description Whether the rate limits are on. */
            limits: boolean;
            /** @description How many faults may hit. */
            faults: number;
        };
        /** @description What is to be put back, and when at the latest. */
        Lease: {
            /** @description By the time outside. */
            seconds: number;
            /** @description Keys to remove; those that there are not by then are passed over. */
            keys?: string[];
        };
        /** @description Pets. */
        Pets: components["schemas"]["Pet"][];
        /** @description A pet as it is kept. It may have fields that are not documented. */
        Pet: {
            /** Format: int64 */
            id: number | bigint;
            name: string;
            /** Format: int64 */
            categoryId: number | bigint;
            status?: components["schemas"]["PetStatus"];
        } & {
            [key: string]: unknown;
        };
        /** @description A pet to add. */
        PetToAdd: {
            /**
             * Format: int64
             * @description The world assigns one where it is left out.
             */
            id?: number | bigint;
            name: string;
            /** Format: int64 */
            categoryId: number | bigint;
            status?: components["schemas"]["PetStatus"];
        };
        /** @description What is to be different about a pet. */
        PetChange: {
            name?: string;
            /** Format: int64 */
            categoryId?: number | bigint;
            status?: components["schemas"]["PetStatus"];
        };
        /**
         * @description Whether a pet can be had.
         * @enum {string}
         */
        PetStatus: "available" | "pending" | "sold";
        /** @description A world to create. */
        NewWorld: {
            /** @description 1 to 40 lower-case letters, digits and hyphens, but not v1. */
            name: string;
            /** @description For the pets and for everything else that is random. */
            seed?: number;
            /** @description How many pets it starts with, as far as the memory of all worlds goes (`--memory`), or which ones, in as many as a body of 1 MB holds. With neither `seed` nor `pets` they are those of the default world. */
            pets?: number | components["schemas"]["PetToAdd"][];
            /** @description Keys besides those that it starts with; the name of one of those gives it another plan. */
            keys?: components["schemas"]["NewKey"][];
            choices?: components["schemas"]["VariantsByPoint"];
            /** @description A seed that takes a random variant at every open point; `choices` go over it. */
            vary?: number;
            /** @description Faults to start with. */
            faults?: components["schemas"]["NewFault"][];
            /** @description Whether the rate limits are on. */
            limits?: boolean;
        };
        /** @description A world as it was at a moment. */
        Snapshot: {
            /** @description Of this form; 1 is known. */
            version: number;
            clock: components["schemas"]["Clock"];
            /** @description Whether the rate limits are on. */
            limits: boolean;
            choices: components["schemas"]["VariantsByPoint"];
            keys: components["schemas"]["SavedKey"][];
            /** @description Clients without a key, by their address. */
            addresses: components["schemas"]["SavedAddress"][];
            faults: components["schemas"]["SavedFault"][];
            /** @description The oldest first. */
            pets: components["schemas"]["SavedPet"][];
            /** @description Those that the service knows, where it asks for a known one. */
            categories: (number | bigint)[];
            /** @description What ids are assigned by. */
            ids: {
                /**
                 * Format: int64
                 * @description The next one in this way of counting.
                 */
                "from-1": number | bigint;
                /** Format: int64 */
                "beyond-2-53": number | bigint;
                /** @description Ids of removed pets, which no other is given. */
                gone: (number | bigint)[];
            };
            /** @description Where the chances of ids and of faults are. */
            random: {
                ids: number;
                faults: number;
            };
        };
        /** @description A key, with what it has used. */
        SavedKey: {
            /** @description 1 to 200 letters, digits and any of -._~+/, with = at its end only. */
            key: string;
            plan: components["schemas"]["Plan"];
            perMinute?: number;
            perDay?: number;
            quota: components["schemas"]["SavedQuota"];
        };
        /** @description A client without a key, with what it has used. */
        SavedAddress: {
            address: string;
            quota: components["schemas"]["SavedQuota"];
        };
        /** @description What was used in each window, and what counts towards a ban. */
        SavedQuota: {
            minute: components["schemas"]["SavedWindow"];
            day: components["schemas"]["SavedWindow"];
            strikes: number;
            /**
             * Format: date-time
             * @description When they are forgotten.
             */
            strikesUntil?: string;
            /** Format: date-time */
            bannedUntil?: string;
        };
        /** @description A window, and the requests that were counted in it. */
        SavedWindow: {
            /**
             * Format: date-time
             * @description Left out where none is open.
             */
            opened?: string;
            used: number;
        };
        /** @description A fault, with what it did so far. */
        SavedFault: {
            id: number;
            effect: components["schemas"]["FaultEffect"];
            operation?: components["schemas"]["ServiceOperation"];
            key?: string;
            probability?: number;
            after?: number;
            times?: number;
            seconds?: number;
            /** @description How often it has hit. */
            hits: number;
            /** @description Requests that it could have hit. */
            passed: number;
            /**
             * Format: date-time
             * @description When it heals by itself.
             */
            healsAt?: string;
        };
        /** @description A pet, with fields that are not documented as well, and when it was added. */
        SavedPet: {
            /** Format: date-time */
            createdAt: string;
            pet: components["schemas"]["Pet"];
        };
        /** @description A world's clock. */
        Clock: {
            /**
             * Format: date-time
             * @description The world's time.
             */
            now: string;
            /** @description Whether it stands still. */
            frozen: boolean;
            /** @description Seconds of the world for one second outside. */
            speed: number;
        };
        /** @description What is to be different about a clock. */
        ClockChange: {
            /**
             * Format: date-time
             * @description Forwards or backwards, from 1970 to 9900.
             */
            now?: string;
            frozen?: boolean;
            speed?: number;
        };
        /** @description A duration; its parts add up. */
        Duration: {
            days?: number;
            hours?: number;
            minutes?: number;
            seconds?: number;
        };
        /**
         * @description A plan; `enterprise` has figures for each key.
         * @enum {string}
         */
        Plan: "free" | "pro" | "business" | "enterprise";
        /** @description Keys, with what each has left. */
        Keys: components["schemas"]["Key"][];
        /** @description An API key, with what it has left and how its client behaves. */
        Key: {
            key: string;
            /** @description What the journal knows the key by. */
            keyId: string;
            plan: components["schemas"]["Plan"];
            windows: {
                minute: components["schemas"]["Window"];
                day: components["schemas"]["Window"];
            };
            /** @description Refused requests that count towards a ban. */
            strikes: number;
            /**
             * Format: date-time
             * @description Null without a ban.
             */
            bannedUntil: string | null;
            report: components["schemas"]["ClientReport"];
        };
        /** @description What a key has left in a window. */
        Window: {
            limit: number;
            remaining: number;
            /**
             * Format: date-time
             * @description Null while no window is open.
             */
            resetsAt: string | null;
        };
        /** @description A key to add. */
        NewKey: {
            /** @description 1 to 200 letters, digits and any of -._~+/, with = at its end only. */
            key: string;
            plan: components["schemas"]["Plan"];
            /** @description The key's own figure; enterprise only. */
            perMinute?: number;
            /** @description The key's own figure; enterprise only. */
            perDay?: number;
        };
        /** @description The plan that a key is to have. */
        PlanChange: {
            plan: components["schemas"]["Plan"];
            /** @description The key's own figure; enterprise only. */
            perMinute?: number;
            /** @description The key's own figure; enterprise only. */
            perDay?: number;
        };
        /** @description How many requests a key is to have left. */
        Remaining: {
            minute?: number;
            day?: number;
        };
        /** @description How long a key is to be banned. */
        Ban: {
            seconds: number;
        };
        /** @description Whether the rate limits are on. */
        Limits: {
            on: boolean;
        };
        /** @description The open points, and what is chosen at each. */
        Choices: components["schemas"]["OpenPoint"][];
        /** @description Something that the document of the service leaves open. */
        OpenPoint: {
            id: string;
            /** @description The section of the document that leaves it open. */
            section: string;
            /** @description The words of the document, where it says that something is not shown. */
            remark?: string;
            question: string;
            /** @description The variant that the mock takes where nobody chose. */
            default: string;
            /** @description Every lawful variant, with what it means. A capital letter stands for a whole number. */
            variants: {
                [key: string]: string;
            };
            /** @description The variant in force. */
            chosen: string;
        };
        /** @description The variant to take, for each open point that is named. `GET …/choices` lists both. */
        VariantsByPoint: {
            [key: string]: unknown;
        };
        /** @description What the random variants are drawn by. */
        Vary: {
            seed: number;
        };
        /**
         * @description An operation of the service.
         * @enum {string}
         */
        ServiceOperation: "listPets" | "createPet" | "getPet";
        /** @description Faults that may hit. */
        Faults: components["schemas"]["Fault"][];
        /** @description Something deliberately broken. */
        Fault: {
            id: number;
            effect: components["schemas"]["FaultEffect"];
            operation?: components["schemas"]["ServiceOperation"];
            key?: string;
            probability?: number;
            after?: number;
            times?: number;
            seconds?: number;
            /** @description How often it has hit. */
            hits: number;
            /**
             * Format: date-time
             * @description When it heals by itself; null where it was given no time.
             */
            healsAt: string | null;
        };
        /** @description A fault to add. What is left out does not narrow it. */
        NewFault: {
            effect: components["schemas"]["FaultEffect"];
            operation?: components["schemas"]["ServiceOperation"];
            /** @description Only this API key. */
            key?: string;
            /** @description How likely it hits a request. */
            probability?: number;
            /** @description It lets so many requests pass first that it could hit. With 2, the third one is hit. */
            after?: number;
            /** @description It heals after having hit so often. */
            times?: number;
            /** @description It heals after so many seconds, by the world's clock. */
            seconds?: number;
        };
        /** @description What a fault does to a reply. */
        FaultEffect: components["schemas"]["DelayEffect"] | components["schemas"]["StatusEffect"] | components["schemas"]["CutEffect"] | components["schemas"]["NotJsonEffect"] | components["schemas"]["TrickleEffect"];
        /** @description The reply comes later, by a random time within the bounds. */
        DelayEffect: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "delay";
            /** @description Milliseconds. */
            from: number;
            /** @description Milliseconds; as `from` where it is left out. */
            to?: number;
        };
        /**
         * @description The reply has this status, and nothing is done. Without a body of its own it has an Error of the status from 400 on, and
         *     none below. A 429 needs headers of its own: a true one comes of what a key has left.
         */
        StatusEffect: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "status";
            status: number;
            /** @description Sent as it is; as JSON, unless `headers` say otherwise. */
            body?: string;
            /** @description Headers to send, in the place of those of the same name. Those of the connection, of its framing and of CORS (`Connection`, `Content-Length`, `Access-Control-…`) stay as they are. */
            headers?: {
                [key: string]: string;
            };
        };
        /** @description The service acts, and the connection ends before the reply or in the middle of its body. */
        CutEffect: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "cut";
            /** @enum {string} */
            at: "before-reply" | "mid-body";
        };
        /** @description The service acts, and the body is an HTML page. */
        NotJsonEffect: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "not-json";
        };
        /** @description The service acts, and the body comes in drops. */
        TrickleEffect: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "trickle";
            /** @description Milliseconds that the body takes. */
            over: number;
        };
        /** @description Exchanges, the newest first. */
        JournalEntries: components["schemas"]["JournalEntry"][];
        /** @description One request and its reply. Whatever looks like a key is cut. */
        JournalEntry: {
            /** @description Counts up within a world. */
            id: number;
            world: string;
            /**
             * Format: date-time
             * @description By the world's clock.
             */
            time: string;
            method: string;
            /** @description Path and query. */
            target: string;
            /** @description Null where none was found. */
            operation: string | null;
            /** @description Null without a valid one. */
            key: string | null;
            /** @description Tells keys apart that are cut alike: the `keyId` of the key, the same in all worlds, after a reset, and at all mocks that share their state; another after a restart of a mock that keeps its state itself. Null without a valid key. */
            keyId: string | null;
            /** @description The client's network address. */
            address: string;
            status: number;
            /** @description Why the reply is what it is. */
            reason: {
                /** @description The step that decided. */
                step: string;
                /** @description The clause or the open point that it follows. */
                rule: string | null;
                sentence: string;
            };
            request: {
                headers: {
                    [key: string]: string;
                };
                /** @description Null where it was not read. */
                body: string | null;
            };
            reply: {
                headers: {
                    [key: string]: string;
                };
                body: string;
            };
        };
        /** @description Something that changed in a world besides its exchanges, or a request of this API that was refused. */
        Change: {
            world: string;
            /**
             * Format: date-time
             * @description By the world's clock.
             */
            time: string;
            /** @enum {string} */
            what: "reset" | "pets" | "clock" | "keys" | "ban" | "limits" | "choices" | "faults" | "journal" | "lease" | "refused" | "world-created" | "world-removed" | "restore";
            sentence: string;
        };
        /** @description How many events a client has missed because it did not read. */
        Dropped: {
            count: number;
        };
        /** @description The data of one event. */
        EventData: components["schemas"]["JournalEntry"] | components["schemas"]["Change"] | components["schemas"]["Dropped"];
        /** @description How well each key's client behaves, by key. */
        Report: {
            [key: string]: components["schemas"]["ClientReport"];
        };
        /** @description How well a client behaves. */
        ClientReport: {
            requests: number;
            /** @description 429s received. */
            refused: number;
            /** @description Requests sent before the instant that Retry-After named, by a client that had been told. */
            earlyRetries: number;
            /** @description Requests before that instant that were on their way already when the first refusal went out. */
            inFlight: number;
            /**
             * @description Whether the waits between refusals grew; unknown before there were two in a row. Waits that differ by less than 50 ms, or a tenth, are equal.
             * @enum {string}
             */
            backoff: "growing" | "not-growing" | "unknown";
            /**
             * @description In which time the waits are judged: world-time when the world's clock ran at a speed other than 1 meanwhile. Whether the client waited so long in real seconds cannot be judged then.
             * @enum {string}
             */
            waitsIn: "real-time" | "world-time";
            /** @description Bans earned. */
            bans: number;
            /** @description Calls of the deprecated operation. */
            deprecatedCalls: number;
        };
        /** @description Why a request was refused. */
        Error: {
            /**
             * @description The reason, for machines.
             * @enum {string}
             */
            code: "malformed_json" | "invalid_body" | "invalid_parameter" | "token_required" | "foreign_origin" | "foreign_host" | "not_found" | "path_not_found" | "method_not_allowed" | "conflict" | "body_too_large" | "unsupported_media_type" | "internal_error" | "too_many_streams" | "store_unavailable";
            /** @description The reason, for people, and what to do instead. */
            message: string;
            /** @description The HTTP status of the response. */
            status: number;
        };
    };
    responses: {
        /** @description The document, as YAML. */
        Document: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /** @example openapi: 3.0.3 */
                "application/yaml": string;
            };
        };
        /** @description The clock, as it is now. */
        Clock: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "now": "2030-12-05T00:00:00.000Z",
                 *       "frozen": false,
                 *       "speed": 1
                 *     }
                 */
                "application/json": components["schemas"]["Clock"];
            };
        };
        /** @description The key, as it is now. */
        Key: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Key"];
            };
        };
        /** @description Whether the rate limits are on. */
        Limits: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "on": true
                 *     }
                 */
                "application/json": components["schemas"]["Limits"];
            };
        };
        /** @description The open points, and what is chosen at each now. */
        Choices: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example [
                 *       {
                 *         "id": "limit-above-100",
                 *         "section": "GET /pets",
                 *         "question": "What does GET /pets answer when `limit` is a whole number above 100?",
                 *         "default": "400",
                 *         "variants": {
                 *           "400": "Refused with 400 and an Error body that names `limit`.",
                 *           "clamped": "Taken as 100.",
                 *           "ignored": "Treated as though it had not been sent."
                 *         },
                 *         "chosen": "clamped"
                 *       }
                 *     ]
                 */
                "application/json": components["schemas"]["Choices"];
            };
        };
        /** @description A stream of events that has no end of its own. The schema is that of each event's data, as JSON. */
        Events: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "text/event-stream": components["schemas"]["EventData"];
            };
        };
        /** @description A parameter or the body is not what the document asks for. The message names the field. */
        BadRequest: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The request came from another machine, or through a proxy, without the token. */
        Unauthorized: {
            headers: {
                /**
                 * @description How to present the token (RFC 6750).
                 * @example Bearer realm="petstore-control"
                 */
                "WWW-Authenticate": string;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description A page of another origin sent the request, or it came under a name that is not this machine's. */
        Forbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description There is no such world, lease, pet, key, fault or path. */
        NotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description It exists already, there is no room for more, or it cannot be removed. */
        Conflict: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The body is larger than 1 MB. */
        TooLarge: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The body is not announced as JSON. */
        UnsupportedMediaType: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description There are 50 event streams already. */
        TooManyStreams: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
    };
    parameters: {
        /**
         * @description The name of the world.
         * @example default
         */
        World: string;
        /**
         * @description The key in full, percent-encoded where it holds a slash.
         * @example free-demo-key
         */
        Key: string;
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type Index = components['schemas']['Index'];
export type IndexEntry = components['schemas']['IndexEntry'];
export type Health = components['schemas']['Health'];
export type Worlds = components['schemas']['Worlds'];
export type World = components['schemas']['World'];
export type Lease = components['schemas']['Lease'];
export type Pets = components['schemas']['Pets'];
export type Pet = components['schemas']['Pet'];
export type PetToAdd = components['schemas']['PetToAdd'];
export type PetChange = components['schemas']['PetChange'];
export type PetStatus = components['schemas']['PetStatus'];
export type NewWorld = components['schemas']['NewWorld'];
export type Snapshot = components['schemas']['Snapshot'];
export type SavedKey = components['schemas']['SavedKey'];
export type SavedAddress = components['schemas']['SavedAddress'];
export type SavedQuota = components['schemas']['SavedQuota'];
export type SavedWindow = components['schemas']['SavedWindow'];
export type SavedFault = components['schemas']['SavedFault'];
export type SavedPet = components['schemas']['SavedPet'];
export type Clock = components['schemas']['Clock'];
export type ClockChange = components['schemas']['ClockChange'];
export type Duration = components['schemas']['Duration'];
export type Plan = components['schemas']['Plan'];
export type Keys = components['schemas']['Keys'];
export type Key = components['schemas']['Key'];
export type Window = components['schemas']['Window'];
export type NewKey = components['schemas']['NewKey'];
export type PlanChange = components['schemas']['PlanChange'];
export type Remaining = components['schemas']['Remaining'];
export type Ban = components['schemas']['Ban'];
export type Limits = components['schemas']['Limits'];
export type Choices = components['schemas']['Choices'];
export type OpenPoint = components['schemas']['OpenPoint'];
export type VariantsByPoint = components['schemas']['VariantsByPoint'];
export type Vary = components['schemas']['Vary'];
export type ServiceOperation = components['schemas']['ServiceOperation'];
export type Faults = components['schemas']['Faults'];
export type Fault = components['schemas']['Fault'];
export type NewFault = components['schemas']['NewFault'];
export type FaultEffect = components['schemas']['FaultEffect'];
export type DelayEffect = components['schemas']['DelayEffect'];
export type StatusEffect = components['schemas']['StatusEffect'];
export type CutEffect = components['schemas']['CutEffect'];
export type NotJsonEffect = components['schemas']['NotJsonEffect'];
export type TrickleEffect = components['schemas']['TrickleEffect'];
export type JournalEntries = components['schemas']['JournalEntries'];
export type JournalEntry = components['schemas']['JournalEntry'];
export type Change = components['schemas']['Change'];
export type Dropped = components['schemas']['Dropped'];
export type EventData = components['schemas']['EventData'];
export type Report = components['schemas']['Report'];
export type ClientReport = components['schemas']['ClientReport'];
export type Error = components['schemas']['Error'];
export type ResponseDocument = components['responses']['Document'];
export type ResponseClock = components['responses']['Clock'];
export type ResponseKey = components['responses']['Key'];
export type ResponseLimits = components['responses']['Limits'];
export type ResponseChoices = components['responses']['Choices'];
export type ResponseEvents = components['responses']['Events'];
export type ResponseBadRequest = components['responses']['BadRequest'];
export type ResponseUnauthorized = components['responses']['Unauthorized'];
export type ResponseForbidden = components['responses']['Forbidden'];
export type ResponseNotFound = components['responses']['NotFound'];
export type ResponseConflict = components['responses']['Conflict'];
export type ResponseTooLarge = components['responses']['TooLarge'];
export type ResponseUnsupportedMediaType = components['responses']['UnsupportedMediaType'];
export type ResponseTooManyStreams = components['responses']['TooManyStreams'];
export type ParameterWorld = components['parameters']['World'];
export type ParameterKey = components['parameters']['Key'];
export type $defs = Record<string, never>;
export interface operations {
    showIndex: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Every operation of this API. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "title": "Pet Store mock, control API",
                     *       "version": "0.1.0",
                     *       "operations": [
                     *         {
                     *           "operation": "checkHealth",
                     *           "method": "GET",
                     *           "path": "/_mock/health",
                     *           "summary": "Check that the mock runs"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Index"];
                    /** @example <!doctype html> */
                    "text/html": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
        };
    };
    checkHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It runs. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "version": "0.1.0",
                     *       "uptimeSeconds": 42,
                     *       "worlds": 2
                     *     }
                     */
                    "application/json": components["schemas"]["Health"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
        };
    };
    readMetrics: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The counts. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example # HELP petstore_pets Pets.
                     *     # TYPE petstore_pets gauge
                     *     petstore_pets{world="default"} 100
                     */
                    "text/plain; version=0.0.4; charset=utf-8": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
        };
    };
    readControlDocument: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Document"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
        };
    };
    readServiceDocument: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Document"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
        };
    };
    streamAllEvents: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Events"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            503: components["responses"]["TooManyStreams"];
        };
    };
    listWorlds: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All worlds, the oldest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Worlds"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
        };
    };
    createWorld: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewWorld"];
            };
        };
        responses: {
            /** @description The world, as created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["World"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
        };
    };
    readWorld: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of the world.
                 * @example default
                 */
                world: components["parameters"]["World"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The world. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["World"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
        };
    };
    removeWorld: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of the world.
                 * @example default
                 */
                world: components["parameters"]["World"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
        };
    };
    resetWorld: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of the world.
                 * @example default
                 */
                world: components["parameters"]["World"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The world, as it started. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["World"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
        };
    };
    saveWorld: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of the world.
                 * @example default
                 */
                world: components["parameters"]["World"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The world, as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Snapshot"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
        };
    };
    restoreWorld: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of the world.
                 * @example default
                 */
                world: components["parameters"]["World"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Snapshot"];
            };
        };
        responses: {
            /** @description The world, as it was saved. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["World"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
        };
    };
    takeLease: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of the world.
                 * @example default
                 */
                world: components["parameters"]["World"];
                /**
                 * @description A name of your own for the lease.
                 * @example my-script
                 */
                lease: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Lease"];
            };
        };
        responses: {
            /** @description It lasts so long from now on. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
        };
    };
    endLease: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of the world.
                 * @example default
                 */
                world: components["parameters"]["World"];
                /**
                 * @description A name of your own for the lease.
                 * @example my-script
                 */
                lease: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It has ended. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
        };
    };
    listPetsOf: {
        parameters: {
            query?: {
                /**
                 * @description Only pets of this status.
                 * @example sold
                 */
                status?: components["schemas"]["PetStatus"];
                /**
                 * @description At most so many.
                 * @example 10
                 */
                limit?: number;
            };
            header?: never;
            path: {
                /**
                 * @description The name of the world.
                 * @example default
                 */
                world: components["parameters"]["World"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The pets that pass the filter. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": 1,
                     *         "name": "Rex",
                     *         "categoryId": 2,
                     *         "status": "available"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Pets"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
        };
    };
    addPet: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of the world.
                 * @example default
                 */
                world: components["parameters"]["World"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PetToAdd"];
            };
        };
        responses: {
            /** @description The pet, as it is kept. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 101,
                     *       "name": "Rex",
                     *       "categoryId": 2,
                     *       "status": "available"
                     *     }
                     */
                    "application/json": components["schemas"]["Pet"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
        };
    };
    removePet: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of the world.
                 * @example default
                 */
                world: components["parameters"]["World"];
                /**
                 * @description The id of the pet.
                 * @example 1
                 */
                petId: number | bigint;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
        };
    };
    changePet: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of the world.
                 * @example default
                 */
                world: components["parameters"]["World"];
                /**
                 * @description The id of the pet.
                 * @example 1
                 */
                petId: number | bigint;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PetChange"];
            };
        };
        responses: {
            /** @description The pet, as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 1,
                     *       "name": "Rex",
                     *       "categoryId": 2,
                     *       "status": "sold"
                     *     }
                     */
                    "application/json": components["schemas"]["Pet"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
        };
    };
    readClock: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of the world.
                 * @example default
                 */
                world: components["parameters"]["World"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Clock"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
        };
    };
    changeClock: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of the world.
                 * @example default
                 */
                world: components["parameters"]["World"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ClockChange"];
            };
        };
        responses: {
            200: components["responses"]["Clock"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
        };
    };
    advanceClock: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of the world.
                 * @example default
                 */
                world: components["parameters"]["World"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Duration"];
            };
        };
        responses: {
            200: components["responses"]["Clock"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
        };
    };
    listKeys: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of the world.
                 * @example default
                 */
                world: components["parameters"]["World"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All keys, with what each has left. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Keys"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
        };
    };
    addKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of the world.
                 * @example default
                 */
                world: components["parameters"]["World"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewKey"];
            };
        };
        responses: {
            /** @description The key, with its whole quota. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Key"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
        };
    };
    readKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of the world.
                 * @example default
                 */
                world: components["parameters"]["World"];
                /**
                 * @description The key in full, percent-encoded where it holds a slash.
                 * @example free-demo-key
                 */
                key: components["parameters"]["Key"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Key"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
        };
    };
    removeKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of the world.
                 * @example default
                 */
                world: components["parameters"]["World"];
                /**
                 * @description The key in full, percent-encoded where it holds a slash.
                 * @example free-demo-key
                 */
                key: components["parameters"]["Key"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
        };
    };
    changePlan: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of the world.
                 * @example default
                 */
                world: components["parameters"]["World"];
                /**
                 * @description The key in full, percent-encoded where it holds a slash.
                 * @example free-demo-key
                 */
                key: components["parameters"]["Key"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PlanChange"];
            };
        };
        responses: {
            200: components["responses"]["Key"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
        };
    };
    setRemaining: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of the world.
                 * @example default
                 */
                world: components["parameters"]["World"];
                /**
                 * @description The key in full, percent-encoded where it holds a slash.
                 * @example free-demo-key
                 */
                key: components["parameters"]["Key"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Remaining"];
            };
        };
        responses: {
            200: components["responses"]["Key"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
        };
    };
    banKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of the world.
                 * @example default
                 */
                world: components["parameters"]["World"];
                /**
                 * @description The key in full, percent-encoded where it holds a slash.
                 * @example free-demo-key
                 */
                key: components["parameters"]["Key"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Ban"];
            };
        };
        responses: {
            200: components["responses"]["Key"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
        };
    };
    liftBan: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of the world.
                 * @example default
                 */
                world: components["parameters"]["World"];
                /**
                 * @description The key in full, percent-encoded where it holds a slash.
                 * @example free-demo-key
                 */
                key: components["parameters"]["Key"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Key"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
        };
    };
    readLimits: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of the world.
                 * @example default
                 */
                world: components["parameters"]["World"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Limits"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
        };
    };
    switchLimits: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of the world.
                 * @example default
                 */
                world: components["parameters"]["World"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Limits"];
            };
        };
        responses: {
            200: components["responses"]["Limits"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
        };
    };
    listChoices: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of the world.
                 * @example default
                 */
                world: components["parameters"]["World"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Choices"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
        };
    };
    choose: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of the world.
                 * @example default
                 */
                world: components["parameters"]["World"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["VariantsByPoint"];
            };
        };
        responses: {
            200: components["responses"]["Choices"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
        };
    };
    varyChoices: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of the world.
                 * @example default
                 */
                world: components["parameters"]["World"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Vary"];
            };
        };
        responses: {
            200: components["responses"]["Choices"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
        };
    };
    listFaults: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of the world.
                 * @example default
                 */
                world: components["parameters"]["World"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The faults, in the order in which they were added. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": 1,
                     *         "effect": {
                     *           "kind": "status",
                     *           "status": 503
                     *         },
                     *         "operation": "listPets",
                     *         "times": 3,
                     *         "hits": 1,
                     *         "healsAt": null
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Faults"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
        };
    };
    addFault: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of the world.
                 * @example default
                 */
                world: components["parameters"]["World"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewFault"];
            };
        };
        responses: {
            /** @description The fault, which may hit from now on. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 1,
                     *       "effect": {
                     *         "kind": "status",
                     *         "status": 503
                     *       },
                     *       "operation": "listPets",
                     *       "times": 3,
                     *       "hits": 0,
                     *       "healsAt": null
                     *     }
                     */
                    "application/json": components["schemas"]["Fault"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
        };
    };
    clearFaults: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of the world.
                 * @example default
                 */
                world: components["parameters"]["World"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description They are gone. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
        };
    };
    removeFault: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of the world.
                 * @example default
                 */
                world: components["parameters"]["World"];
                /**
                 * @description The number of the fault.
                 * @example 1
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
        };
    };
    readJournal: {
        parameters: {
            query?: {
                /**
                 * @description Only exchanges with this valid key, written in full.
                 * @example free-demo-key
                 */
                key?: string;
                /**
                 * @description Only exchanges that were answered with this status.
                 * @example 429
                 */
                status?: number;
                /**
                 * @description Only exchanges that asked for this operation.
                 * @example listPets
                 */
                operation?: components["schemas"]["ServiceOperation"];
                /**
                 * @description At most so many, the newest.
                 * @example 10
                 */
                limit?: number;
                /**
                 * @description Only exchanges with a smaller id.
                 * @example 61
                 */
                before?: number;
            };
            header?: never;
            path: {
                /**
                 * @description The name of the world.
                 * @example default
                 */
                world: components["parameters"]["World"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The exchanges that pass the filter. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JournalEntries"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
        };
    };
    clearJournal: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of the world.
                 * @example default
                 */
                world: components["parameters"]["World"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is empty. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
        };
    };
    readReport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of the world.
                 * @example default
                 */
                world: components["parameters"]["World"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One report for each key. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "free-demo-key": {
                     *         "requests": 64,
                     *         "refused": 4,
                     *         "earlyRetries": 2,
                     *         "inFlight": 1,
                     *         "backoff": "not-growing",
                     *         "waitsIn": "real-time",
                     *         "bans": 0,
                     *         "deprecatedCalls": 2
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Report"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
        };
    };
    streamEvents: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of the world.
                 * @example default
                 */
                world: components["parameters"]["World"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Events"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            503: components["responses"]["TooManyStreams"];
        };
    };
}
