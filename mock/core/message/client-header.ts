/**
 * A request header with the client of a scenario that sends it: a journal has keys redacted, and those of a run are removed at its end.
 * Such a client has only as many requests under way as it has connections, so that none of them waits in a browser.
 */
export const CLIENT_HEADER = 'X-Scenario-Client'
