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
         * List the operations of this API
         * @description A browser, which accepts HTML, gets the control room instead.
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
         * @description It does not depend on any world and spends no quota.
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
         * Read the metrics of all worlds
         * @description In the Prometheus text exposition format 0.0.4. A reset of a world does not reset its counters.
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
         * @description Its servers are the existing worlds.
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
         * Stream the events of all worlds
         * @description As `/worlds/{world}/events`, for all worlds, including those that are created later. The stream ends when the mock stops.
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
         * @description The world starts as the default world started, except for what the body says. Give each test worker its own world to
         *     isolate it from the others. At most 100 worlds can exist.
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
         * @description The worlds `default` and `staging` cannot be removed. The event streams of the world end.
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
         * Reset a world to its start
         * @description Resets pets, keys, counters, bans, clock, choices, faults, limits and journal atomically. A pending request is completed
         *     with the old state.
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
         * @description The snapshot holds everything that a client can observe: pets, keys with their quotas, bans, clock, choices, faults and
         *     limits. It does not hold the journal and the client reports. The keys in it are not redacted.
         */
        get: operations["saveWorld"];
        /**
         * Restore a world from a snapshot
         * @description The state is replaced atomically, as by a reset, and the journal is cleared. The clock continues from the saved time. An
         *     invalid snapshot is refused and changes nothing. The maximum size is 64 MB. A later reset still restores the start of the
         *     world, not the snapshot.
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
                 * @description The name of the lease. Choose any.
                 * @example my-script
                 */
                lease: string;
            };
            cookie?: never;
        };
        get?: never;
        /**
         * Acquire or renew a lease, which restores a world if your script is killed
         * @description Acquire a lease before you speed up a clock or add keys, and repeat the request to renew it. The lease ends by `DELETE`, or
         *     when it is not renewed for `seconds` of real time. Its keys are then removed. When the last lease of a world ends, the clock
         *     gets back the speed, and is frozen or not, as before the first lease; its time does not change. When another one ends, a
         *     `speed` that only it has set is the one before it again. A reset of the world ends its leases. At most 100 leases can exist.
         */
        put: operations["takeLease"];
        post?: never;
        /**
         * End a lease
         * @description Its keys are removed, and with the last lease of the world the speed of the clock is restored.
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
         * @description The newest first, independent of the choices. Spends no quota.
         */
        get: operations["listPetsOf"];
        put?: never;
        /**
         * Add a pet
         * @description Independent of the choices, and without spending quota. The world assigns an id if none is given.
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
         * Remove a pet
         * @description It is in no list any more, and reading it is answered with 404. Its id is not reused.
         */
        delete: operations["removePet"];
        options?: never;
        head?: never;
        /**
         * Change a pet
         * @description Fields that are left out do not change, nor does the order of lists. For example, sell a pet to test a page that polls.
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
         * @description Fields that are left out do not change.
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
         * Advance a world's clock
         * @description The parts are added. A frozen clock advances too, and stays frozen. The year 9900 is the end of all clocks.
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
         * @description At 10,000 keys, the key that has been idle the longest is removed.
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
                 * @description The whole key. A slash in it must be percent-encoded.
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
         * @description Requests with it are answered with 401 from now on.
         */
        delete: operations["removeKey"];
        options?: never;
        head?: never;
        /**
         * Change the plan of a key
         * @description Requests that the key has already made still count.
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
                 * @description The whole key. A slash in it must be percent-encoded.
                 * @example free-demo-key
                 */
                key: components["parameters"]["Key"];
            };
            cookie?: never;
        };
        get?: never;
        /**
         * Set how many requests a key has left
         * @description In the minute window, in the day window, or in both. A number above the limit sets the limit. A window that is left out
         *     does not change.
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
                 * @description The whole key. A slash in it must be percent-encoded.
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
         * @description The ban lasts for the given seconds, or until the key's exhausted windows reset, whichever is longer.
         */
        post: operations["banKey"];
        /**
         * Lift the ban of a key
         * @description The strikes of the key are reset, too. Its windows do not change.
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
         * @description While they are off, no request is counted or refused, and the rate-limit headers say that all of the window is left.
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
        /** List the open points with the chosen variants */
        get: operations["listChoices"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Choose other variants
         * @description Open points that are left out do not change. If one variant is not lawful, nothing changes.
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
         * Choose a random variant at every open point
         * @description The same seed gives the same variants. A front end that relies on behaviour that the service never promised fails.
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
         * @description Faults that have healed are not listed.
         */
        get: operations["listFaults"];
        put?: never;
        /**
         * Add a fault
         * @description A fault affects requests that have a valid key and are within their limits. The delays of all matching faults are added;
         *     of other faults the first matching one is used. At most 100 faults can exist.
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
         * @description The newest first. A page has at most `limit` exchanges and about 2 MB. For the next page, set `before` to the id of the
         *     last exchange. The page after the last one is empty.
         *
         *     A world records 1,000 exchanges, or fewer when the journals of all worlds fill their share of the memory (`--memory`).
         *     Bodies are truncated to 16,384 characters, headers, paths and queries to 2,048; the original length is shown. Texts that
         *     look like keys are redacted.
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
        /** Read the client report of each key */
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
         * Stream the events of a world
         * @description Server-Sent Events, for `curl -N` and for `EventSource`. The data of `event: exchange` is a JournalEntry, that of
         *     `event: change` is a Change. `event: dropped` gives the number of events that a client has missed because it did not read.
         *     Ids increase while the mock runs. Events are not sent again: read the journal after a gap. A heartbeat comment is sent
         *     every 15 seconds. The stream ends when the world is removed or the mock stops. At most 50 streams can exist.
         *
         *     Mocks that share their state all stream the same events in the same order. Their ids come from the store and are the same
         *     at each mock: `12-0` for the exchange 12, `12-1` for the change after it. The stream ends when the store cannot be
         *     reached.
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
        /** @description The operations of this API. */
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
        /** @description The mock runs. */
        Health: {
            /** @enum {string} */
            status: "ok";
            /** @description The version of the mock. */
            version: string;
            /** @description Seconds since the start of the mock. */
            uptimeSeconds: number;
            /** @description The number of worlds. */
            worlds: number;
        };
        /** @description All worlds. */
        Worlds: components["schemas"]["World"][];
        /** @description A world and its state. */
        World: {
            name: string;
            /** @description The path of its base address. */
            basePath: string;
            proxied?: components["schemas"]["Proxied"];
            /** @description The number of pets. */
            pets: number;
            /** @description The number of keys. */
            keys: number;
            clock: components["schemas"]["Clock"];
            /** @description Whether the rate limits are on. */
            limits: boolean;
            /** @description The number of active faults. */
            faults: number;
        };
        /** @description Only in the default world of a proxy (`petstore proxy`). The world has its limits and faults; the service has pets and keys. */
        Proxied: {
            /** @description The base address of the service behind the proxy. */
            service: string;
            /** @description The base address of the proxy. */
            baseUrl: string;
        };
        /** @description The terms of a lease. */
        Lease: {
            /** @description Real seconds until the lease must be renewed. */
            seconds: number;
            /** @description The speed of the clock from now on. Where the request arrives after the end of the lease, as when a page is closed, it begins a lease anew, which restores the speed when it is not renewed. */
            speed?: number;
            /** @description Keys to remove at the end. Keys that no longer exist are skipped. */
            keys?: string[];
        };
        /** @description Pets. */
        Pets: components["schemas"]["Pet"][];
        /** @description A pet. It may have undocumented fields. */
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
             * @description The world assigns one if it is left out.
             */
            id?: number | bigint;
            name: string;
            /** Format: int64 */
            categoryId: number | bigint;
            status?: components["schemas"]["PetStatus"];
        };
        /** @description A change of a pet. */
        PetChange: {
            name?: string;
            /** Format: int64 */
            categoryId?: number | bigint;
            status?: components["schemas"]["PetStatus"];
        };
        /**
         * @description Whether a pet can be bought.
         * @enum {string}
         */
        PetStatus: "available" | "pending" | "sold";
        /** @description A world to create. */
        NewWorld: {
            /** @description 1 to 40 lower-case letters (a to z), digits and hyphens, but not v1. */
            name: string;
            /** @description The seed of the pets and of everything else that is random. */
            seed?: number;
            /** @description The number of pets, limited by the memory of all worlds (`--memory`), or a list of pets, limited by the maximum body of 1 MB. With neither `seed` nor `pets` the world starts with those of the default world. */
            pets?: number | components["schemas"]["PetToAdd"][];
            /** @description Additional keys. A key that the world starts with anyway gets this plan. */
            keys?: components["schemas"]["NewKey"][];
            choices?: components["schemas"]["VariantsByPoint"];
            /** @description Chooses a random variant at every open point by this seed. `choices` override it. */
            vary?: number;
            /** @description The faults that the world starts with. */
            faults?: components["schemas"]["NewFault"][];
            /** @description Whether the rate limits are on. */
            limits?: boolean;
        };
        /** @description The state of a world. One without `clock` starts at the present. A mock always writes it. */
        Snapshot: {
            /** @description The version of this format. Only 1 exists. */
            version: number;
            clock?: components["schemas"]["Clock"];
            /** @description Whether the rate limits are on. */
            limits: boolean;
            choices: components["schemas"]["VariantsByPoint"];
            keys: components["schemas"]["SavedKey"][];
            /** @description Clients without a key, by address. */
            addresses: components["schemas"]["SavedAddress"][];
            faults: components["schemas"]["SavedFault"][];
            /** @description The oldest first. */
            pets: components["schemas"]["SavedPet"][];
            /** @description The categories of the service, if it checks categories. */
            categories: (number | bigint)[];
            /** @description The state of the id assignment. */
            ids: {
                /**
                 * Format: int64
                 * @description The next id of this numbering.
                 */
                "from-1": number | bigint;
                /** Format: int64 */
                "beyond-2-53": number | bigint;
                /** @description Ids of removed pets, which are not reused. */
                gone: (number | bigint)[];
            };
            /** @description The state of the random numbers of ids and of faults. */
            random: {
                ids: number;
                faults: number;
            };
        };
        /** @description A key, with the requests that it has made. */
        SavedKey: {
            /** @description 1 to 200 letters (a to z), digits and any of -._~+/, with = at its end only. */
            key: string;
            plan: components["schemas"]["Plan"];
            perMinute?: number;
            perDay?: number;
            quota: components["schemas"]["SavedQuota"];
        };
        /** @description A client without a key, with the requests that it has made. */
        SavedAddress: {
            address: string;
            quota: components["schemas"]["SavedQuota"];
        };
        /** @description The requests that were counted in each window, and the strikes. */
        SavedQuota: {
            minute: components["schemas"]["SavedWindow"];
            day: components["schemas"]["SavedWindow"];
            strikes: number;
            /**
             * Format: date-time
             * @description When the strikes expire.
             */
            strikesUntil?: string;
            /** Format: date-time */
            bannedUntil?: string;
        };
        /** @description A window, and the requests that were counted in it. */
        SavedWindow: {
            /**
             * Format: date-time
             * @description When the window opened; left out if none is open.
             */
            opened?: string;
            used: number;
        };
        /** @description A fault, with its hits so far. */
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
            /** @description Requests that matched it. */
            passed: number;
            /**
             * Format: date-time
             * @description When it heals.
             */
            healsAt?: string;
        };
        /** @description A pet, including undocumented fields, and when it was added. */
        SavedPet: {
            /**
             * Format: date-time
             * @description Without it, the pet is added when the world starts. A mock always writes it.
             */
            createdAt?: string;
            pet: components["schemas"]["Pet"];
        };
        /** @description A world's clock. */
        Clock: {
            /**
             * Format: date-time
             * @description The world's time.
             */
            now: string;
            /** @description Whether the clock is frozen. */
            frozen: boolean;
            /** @description World seconds per real second. */
            speed: number;
        };
        /** @description A change of a clock. */
        ClockChange: {
            /**
             * Format: date-time
             * @description Forwards or backwards, from 1970 to 9900.
             */
            now?: string;
            frozen?: boolean;
            speed?: number;
        };
        /** @description A duration. The parts are added. */
        Duration: {
            days?: number;
            hours?: number;
            minutes?: number;
            seconds?: number;
        };
        /**
         * @description A plan. On `enterprise` each key has its own limits.
         * @enum {string}
         */
        Plan: "free" | "pro" | "business" | "enterprise";
        /** @description Keys, with their quotas. */
        Keys: components["schemas"]["Key"][];
        /** @description An API key, with its quota and its client report. */
        Key: {
            key: string;
            /** @description Identifies the key in the journal. */
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
        /** @description The quota of a key in a window. */
        Window: {
            limit: number;
            /** @description Requests that are left. While the key is banned, it can send them after the ban only. */
            remaining: number;
            /**
             * Format: date-time
             * @description Null while no window is open.
             */
            resetsAt: string | null;
        };
        /**
         * @description A key to add.
         * @example {
         *       "key": "team-a-key",
         *       "plan": "pro"
         *     }
         */
        NewKey: {
            /** @description 1 to 200 letters (a to z), digits and any of -._~+/, with = at its end only. */
            key: string;
            plan: components["schemas"]["Plan"];
            /** @description The key's own figure; enterprise only. */
            perMinute?: number;
            /** @description The key's own figure; enterprise only. */
            perDay?: number;
        };
        /** @description The new plan of a key. */
        PlanChange: {
            plan: components["schemas"]["Plan"];
            /** @description The key's own figure; enterprise only. */
            perMinute?: number;
            /** @description The key's own figure; enterprise only. */
            perDay?: number;
        };
        /** @description The requests that a key has left. */
        Remaining: {
            minute?: number;
            day?: number;
        };
        /** @description The length of a ban. */
        Ban: {
            seconds: number;
        };
        /** @description Whether the rate limits are on. */
        Limits: {
            on: boolean;
        };
        /** @description The open points with the chosen variants. */
        Choices: components["schemas"]["OpenPoint"][];
        /** @description A behaviour that the document of the service leaves open. */
        OpenPoint: {
            id: string;
            /** @description The section of the document that leaves it open. */
            section: string;
            /** @description The sentence in which the document says that something is not shown. */
            remark?: string;
            question: string;
            /** @description The variant that the mock uses by default. */
            default: string;
            /** @description Every lawful variant, with what it means. A capital letter stands for a whole number. */
            variants: {
                [key: string]: string;
            };
            /** @description The current variant. */
            chosen: string;
        };
        /** @description The chosen variants, by open point. `GET …/choices` lists all open points and variants. */
        VariantsByPoint: {
            [key: string]: unknown;
        };
        /** @description The seed of the random variants. */
        Vary: {
            seed: number;
        };
        /**
         * @description An operation of the service.
         * @enum {string}
         */
        ServiceOperation: "listPets" | "createPet" | "getPet";
        /** @description Active faults. */
        Faults: components["schemas"]["Fault"][];
        /** @description A deliberate failure. */
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
             * @description When it heals; null without a time.
             */
            healsAt: string | null;
        };
        /**
         * @description A fault to add. The optional fields restrict the requests that it hits.
         * @example {
         *       "effect": {
         *         "kind": "delay",
         *         "from": 500,
         *         "to": 2000
         *       }
         *     }
         */
        NewFault: {
            effect: components["schemas"]["FaultEffect"];
            operation?: components["schemas"]["ServiceOperation"];
            /** @description Only this API key. */
            key?: string;
            /** @description The probability that it hits a matching request. */
            probability?: number;
            /** @description The number of matching requests that it skips first. With 2, it hits the third one. */
            after?: number;
            /** @description It heals after so many hits. */
            times?: number;
            /** @description It heals after so many seconds, by the world's clock. */
            seconds?: number;
        };
        /** @description What a fault does to a reply. */
        FaultEffect: components["schemas"]["DelayEffect"] | components["schemas"]["StatusEffect"] | components["schemas"]["CutEffect"] | components["schemas"]["NotJsonEffect"] | components["schemas"]["TrickleEffect"];
        /** @description The reply is delayed, by a random time within the bounds. */
        DelayEffect: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "delay";
            /** @description Milliseconds. */
            from: number;
            /** @description Milliseconds. Default: the same as `from`. */
            to?: number;
        };
        /**
         * @description The reply has this status, and the operation is not carried out. The default body is an Error for statuses from 400, and
         *     empty for lower ones. A 429 needs `headers`. For a real 429, set the remaining requests of the key instead.
         */
        StatusEffect: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "status";
            status: number;
            /** @description Sent unchanged, as JSON unless `headers` contain a Content-Type. */
            body?: string;
            /** @description Headers that replace those of the same name, in any case. Two spellings of one name are refused, and so is what the mock alone sets or leaves out: `Access-Control-*`, `Connection`, `Content-Length`, `Date`, `Keep-Alive`, `TE`, `Trailer`, `Transfer-Encoding` and `Upgrade`. */
            headers?: {
                [key: string]: string;
            };
        };
        /** @description The operation is carried out, and the connection ends before the reply or in the middle of its body. */
        CutEffect: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "cut";
            /** @enum {string} */
            at: "before-reply" | "mid-body";
        };
        /** @description The operation is carried out, and the body is an HTML page. */
        NotJsonEffect: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "not-json";
        };
        /** @description The operation is carried out, and the body is sent slowly, in small parts. */
        TrickleEffect: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "trickle";
            /** @description Milliseconds, from the first part of the body to the last. */
            over: number;
        };
        /** @description Exchanges, the newest first. */
        JournalEntries: components["schemas"]["JournalEntry"][];
        /** @description A request and its reply. Texts that look like keys are redacted. */
        JournalEntry: {
            /** @description Increases within a world. */
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
            /** @description Null if the path is unknown. */
            operation: string | null;
            /** @description Redacted; null without a valid key. */
            key: string | null;
            /** @description Distinguishes keys whose redacted forms are equal: the `keyId` of the key. It is the same in all worlds, after a reset, and at all mocks that share their state. It changes when a mock without a shared store restarts. Null without a valid key. */
            keyId: string | null;
            /** @description The client's network address. */
            address: string;
            status: number;
            /** @description Why the service replied so. */
            reason: {
                /** @description The step that decided. */
                step: string;
                /** @description The clause or the open point behind the decision. */
                rule: string | null;
                sentence: string;
            };
            request: {
                headers: {
                    [key: string]: string;
                };
                /** @description Null if it was not read. */
                body: string | null;
            };
            reply: {
                headers: {
                    [key: string]: string;
                };
                body: string;
            };
        };
        /** @description A change of a world other than by its exchanges, or a refused request to this API. */
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
        /** @description The number of events that a client has missed because it did not read. */
        Dropped: {
            count: number;
        };
        /** @description The data of one event. */
        EventData: components["schemas"]["JournalEntry"] | components["schemas"]["Change"] | components["schemas"]["Dropped"];
        /** @description The client report of each key. */
        Report: {
            [key: string]: components["schemas"]["ClientReport"];
        };
        /** @description How a client behaves under the rate limit. */
        ClientReport: {
            requests: number;
            /** @description 429s received. */
            refused: number;
            /** @description Requests sent before the time that Retry-After gave by a client that had read it for certain. */
            earlyRetries: number;
            /** @description Requests before that time that may have crossed the first refusal on their way. They earn no ban. */
            inFlight: number;
            /**
             * @description Whether the waits between refusals grew; unknown before two refusals in a row. Waits that differ by less than 50 ms, or a tenth, are equal.
             * @enum {string}
             */
            backoff: "growing" | "not-growing" | "unknown";
            /**
             * @description The time by which waits are measured: world-time if the world's clock ran at another speed than 1. It then says nothing about the real seconds that the client waited.
             * @enum {string}
             */
            waitsIn: "real-time" | "world-time";
            /** @description The number of bans that the client earned. A ban that the control API set does not count. */
            bans: number;
            /** @description Calls of the deprecated operation. */
            deprecatedCalls: number;
        };
        /** @description Why a request was refused. */
        Error: {
            /**
             * @description The reason, for programs.
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
        /** @description The clock. */
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
        /** @description The key. */
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
        /** @description The open points with the chosen variants. */
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
                 *           "clamped": "Treated as 100.",
                 *           "ignored": "Treated as though it had not been sent."
                 *         },
                 *         "chosen": "clamped"
                 *       }
                 *     ]
                 */
                "application/json": components["schemas"]["Choices"];
            };
        };
        /** @description An endless stream of events. The schema is that of the data of each event, as JSON. */
        Events: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "text/event-stream": components["schemas"]["EventData"];
            };
        };
        /** @description A parameter or the body is invalid. The message names the field. */
        BadRequest: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The request came from another machine or through a proxy, without the token. */
        Unauthorized: {
            headers: {
                /**
                 * @description How to send the token (RFC 6750).
                 * @example Bearer realm="petstore-control"
                 */
                "WWW-Authenticate": string;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description A page of another origin sent the request, or its `Host` is not a loopback name. */
        Forbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The world, lease, pet, key, fault or path does not exist. */
        NotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description It exists already, the maximum number exists, or it cannot be removed. */
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
        /** @description The Content-Type of the body is not JSON. */
        UnsupportedMediaType: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description 50 event streams exist already. */
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
         * @description The whole key. A slash in it must be percent-encoded.
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
export type Proxied = components['schemas']['Proxied'];
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
            /** @description The mock runs. */
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
            /** @description The metrics. */
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
            /** @description The new world. */
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
            /** @description The world is removed. */
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
            /** @description The world after the reset. */
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
            /** @description The snapshot. */
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
            /** @description The restored world. */
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
                 * @description The name of the lease. Choose any.
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
            /** @description The lease lasts for `seconds` from now on. */
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
                 * @description The name of the lease. Choose any.
                 * @example my-script
                 */
                lease: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The lease has ended. */
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
                 * @description The maximum number of pets.
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
            /** @description The pets that match the filter. */
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
            /** @description The new pet. */
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
            /** @description The pet is removed. */
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
            /** @description The changed pet. */
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
            /** @description All keys, with their quotas. */
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
            /** @description The new key, with its full quota. */
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
                 * @description The whole key. A slash in it must be percent-encoded.
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
                 * @description The whole key. A slash in it must be percent-encoded.
                 * @example free-demo-key
                 */
                key: components["parameters"]["Key"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key is removed. */
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
                 * @description The whole key. A slash in it must be percent-encoded.
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
                 * @description The whole key. A slash in it must be percent-encoded.
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
                 * @description The whole key. A slash in it must be percent-encoded.
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
                 * @description The whole key. A slash in it must be percent-encoded.
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
            /** @description The new fault. */
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
            /** @description All faults are removed. */
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
            /** @description The fault is removed. */
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
                 * @description Only exchanges with this valid key. Give the whole key.
                 * @example free-demo-key
                 */
                key?: string;
                /**
                 * @description Only exchanges with this status.
                 * @example 429
                 */
                status?: number;
                /**
                 * @description Only exchanges of this operation.
                 * @example listPets
                 */
                operation?: components["schemas"]["ServiceOperation"];
                /**
                 * @description The maximum number of exchanges.
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
            /** @description The exchanges that match the filter. */
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
            /** @description The journal is empty. */
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
