// Generated from mock/control/openapi.yaml by npm run generate.
export const routes = {
  "showIndex": {
    "method": "GET",
    "path": "/",
    "type": "application/json"
  },
  "checkHealth": {
    "method": "GET",
    "path": "/health",
    "type": "application/json"
  },
  "readMetrics": {
    "method": "GET",
    "path": "/metrics",
    "type": "text/plain; version=0.0.4; charset=utf-8"
  },
  "readControlDocument": {
    "method": "GET",
    "path": "/openapi/control.yaml",
    "type": "application/yaml"
  },
  "readServiceDocument": {
    "method": "GET",
    "path": "/openapi/service.yaml",
    "type": "application/yaml"
  },
  "streamAllEvents": {
    "method": "GET",
    "path": "/events",
    "type": "text/event-stream"
  },
  "listWorlds": {
    "method": "GET",
    "path": "/worlds",
    "type": "application/json"
  },
  "createWorld": {
    "method": "POST",
    "path": "/worlds",
    "type": "application/json"
  },
  "readWorld": {
    "method": "GET",
    "path": "/worlds/{world}",
    "type": "application/json"
  },
  "removeWorld": {
    "method": "DELETE",
    "path": "/worlds/{world}",
    "type": null
  },
  "resetWorld": {
    "method": "POST",
    "path": "/worlds/{world}/reset",
    "type": "application/json"
  },
  "saveWorld": {
    "method": "GET",
    "path": "/worlds/{world}/snapshot",
    "type": "application/json"
  },
  "restoreWorld": {
    "method": "PUT",
    "path": "/worlds/{world}/snapshot",
    "type": "application/json"
  },
  "takeLease": {
    "method": "PUT",
    "path": "/worlds/{world}/leases/{lease}",
    "type": null
  },
  "endLease": {
    "method": "DELETE",
    "path": "/worlds/{world}/leases/{lease}",
    "type": null
  },
  "listPetsOf": {
    "method": "GET",
    "path": "/worlds/{world}/pets",
    "type": "application/json"
  },
  "addPet": {
    "method": "POST",
    "path": "/worlds/{world}/pets",
    "type": "application/json"
  },
  "changePet": {
    "method": "PATCH",
    "path": "/worlds/{world}/pets/{petId}",
    "type": "application/json"
  },
  "removePet": {
    "method": "DELETE",
    "path": "/worlds/{world}/pets/{petId}",
    "type": null
  },
  "readClock": {
    "method": "GET",
    "path": "/worlds/{world}/clock",
    "type": "application/json"
  },
  "changeClock": {
    "method": "PUT",
    "path": "/worlds/{world}/clock",
    "type": "application/json"
  },
  "advanceClock": {
    "method": "POST",
    "path": "/worlds/{world}/clock/advance",
    "type": "application/json"
  },
  "listKeys": {
    "method": "GET",
    "path": "/worlds/{world}/keys",
    "type": "application/json"
  },
  "addKey": {
    "method": "POST",
    "path": "/worlds/{world}/keys",
    "type": "application/json"
  },
  "readKey": {
    "method": "GET",
    "path": "/worlds/{world}/keys/{key}",
    "type": "application/json"
  },
  "changePlan": {
    "method": "PATCH",
    "path": "/worlds/{world}/keys/{key}",
    "type": "application/json"
  },
  "removeKey": {
    "method": "DELETE",
    "path": "/worlds/{world}/keys/{key}",
    "type": null
  },
  "setRemaining": {
    "method": "PUT",
    "path": "/worlds/{world}/keys/{key}/remaining",
    "type": "application/json"
  },
  "banKey": {
    "method": "POST",
    "path": "/worlds/{world}/keys/{key}/ban",
    "type": "application/json"
  },
  "liftBan": {
    "method": "DELETE",
    "path": "/worlds/{world}/keys/{key}/ban",
    "type": "application/json"
  },
  "readLimits": {
    "method": "GET",
    "path": "/worlds/{world}/limits",
    "type": "application/json"
  },
  "switchLimits": {
    "method": "PUT",
    "path": "/worlds/{world}/limits",
    "type": "application/json"
  },
  "listChoices": {
    "method": "GET",
    "path": "/worlds/{world}/choices",
    "type": "application/json"
  },
  "choose": {
    "method": "PATCH",
    "path": "/worlds/{world}/choices",
    "type": "application/json"
  },
  "varyChoices": {
    "method": "POST",
    "path": "/worlds/{world}/choices/vary",
    "type": "application/json"
  },
  "listFaults": {
    "method": "GET",
    "path": "/worlds/{world}/faults",
    "type": "application/json"
  },
  "addFault": {
    "method": "POST",
    "path": "/worlds/{world}/faults",
    "type": "application/json"
  },
  "clearFaults": {
    "method": "DELETE",
    "path": "/worlds/{world}/faults",
    "type": null
  },
  "removeFault": {
    "method": "DELETE",
    "path": "/worlds/{world}/faults/{id}",
    "type": null
  },
  "readJournal": {
    "method": "GET",
    "path": "/worlds/{world}/journal",
    "type": "application/json"
  },
  "clearJournal": {
    "method": "DELETE",
    "path": "/worlds/{world}/journal",
    "type": null
  },
  "readReport": {
    "method": "GET",
    "path": "/worlds/{world}/report",
    "type": "application/json"
  },
  "streamEvents": {
    "method": "GET",
    "path": "/worlds/{world}/events",
    "type": "text/event-stream"
  }
} as const
