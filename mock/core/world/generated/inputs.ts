// Generated from mock/control/openapi.yaml by npm run generate.
export const inputs = {
  "operations": {
    "showIndex": {
      "path": {
        "type": "object",
        "additionalProperties": false,
        "properties": {},
        "required": []
      },
      "query": {
        "type": "object",
        "additionalProperties": false,
        "properties": {},
        "required": []
      },
      "body": {
        "type": "object",
        "properties": {},
        "additionalProperties": false
      },
      "takesBody": false
    },
    "checkHealth": {
      "path": {
        "type": "object",
        "additionalProperties": false,
        "properties": {},
        "required": []
      },
      "query": {
        "type": "object",
        "additionalProperties": false,
        "properties": {},
        "required": []
      },
      "body": {
        "type": "object",
        "properties": {},
        "additionalProperties": false
      },
      "takesBody": false
    },
    "readMetrics": {
      "path": {
        "type": "object",
        "additionalProperties": false,
        "properties": {},
        "required": []
      },
      "query": {
        "type": "object",
        "additionalProperties": false,
        "properties": {},
        "required": []
      },
      "body": {
        "type": "object",
        "properties": {},
        "additionalProperties": false
      },
      "takesBody": false
    },
    "readControlDocument": {
      "path": {
        "type": "object",
        "additionalProperties": false,
        "properties": {},
        "required": []
      },
      "query": {
        "type": "object",
        "additionalProperties": false,
        "properties": {},
        "required": []
      },
      "body": {
        "type": "object",
        "properties": {},
        "additionalProperties": false
      },
      "takesBody": false
    },
    "readServiceDocument": {
      "path": {
        "type": "object",
        "additionalProperties": false,
        "properties": {},
        "required": []
      },
      "query": {
        "type": "object",
        "additionalProperties": false,
        "properties": {},
        "required": []
      },
      "body": {
        "type": "object",
        "properties": {},
        "additionalProperties": false
      },
      "takesBody": false
    },
    "streamAllEvents": {
      "path": {
        "type": "object",
        "additionalProperties": false,
        "properties": {},
        "required": []
      },
      "query": {
        "type": "object",
        "additionalProperties": false,
        "properties": {},
        "required": []
      },
      "body": {
        "type": "object",
        "properties": {},
        "additionalProperties": false
      },
      "takesBody": false
    },
    "listWorlds": {
      "path": {
        "type": "object",
        "additionalProperties": false,
        "properties": {},
        "required": []
      },
      "query": {
        "type": "object",
        "additionalProperties": false,
        "properties": {},
        "required": []
      },
      "body": {
        "type": "object",
        "properties": {},
        "additionalProperties": false
      },
      "takesBody": false
    },
    "createWorld": {
      "path": {
        "type": "object",
        "additionalProperties": false,
        "properties": {},
        "required": []
      },
      "query": {
        "type": "object",
        "additionalProperties": false,
        "properties": {},
        "required": []
      },
      "body": {
        "$ref": "#/components/schemas/NewWorld"
      },
      "takesBody": true
    },
    "readWorld": {
      "path": {
        "type": "object",
        "additionalProperties": false,
        "properties": {
          "world": {
            "type": "string"
          }
        },
        "required": [
          "world"
        ]
      },
      "query": {
        "type": "object",
        "additionalProperties": false,
        "properties": {},
        "required": []
      },
      "body": {
        "type": "object",
        "properties": {},
        "additionalProperties": false
      },
      "takesBody": false
    },
    "removeWorld": {
      "path": {
        "type": "object",
        "additionalProperties": false,
        "properties": {
          "world": {
            "type": "string"
          }
        },
        "required": [
          "world"
        ]
      },
      "query": {
        "type": "object",
        "additionalProperties": false,
        "properties": {},
        "required": []
      },
      "body": {
        "type": "object",
        "properties": {},
        "additionalProperties": false
      },
      "takesBody": false
    },
    "resetWorld": {
      "path": {
        "type": "object",
        "additionalProperties": false,
        "properties": {
          "world": {
            "type": "string"
          }
        },
        "required": [
          "world"
        ]
      },
      "query": {
        "type": "object",
        "additionalProperties": false,
        "properties": {},
        "required": []
      },
      "body": {
        "type": "object",
        "properties": {},
        "additionalProperties": false
      },
      "takesBody": false
    },
    "saveWorld": {
      "path": {
        "type": "object",
        "additionalProperties": false,
        "properties": {
          "world": {
            "type": "string"
          }
        },
        "required": [
          "world"
        ]
      },
      "query": {
        "type": "object",
        "additionalProperties": false,
        "properties": {},
        "required": []
      },
      "body": {
        "type": "object",
        "properties": {},
        "additionalProperties": false
      },
      "takesBody": false
    },
    "restoreWorld": {
      "path": {
        "type": "object",
        "additionalProperties": false,
        "properties": {
          "world": {
            "type": "string"
          }
        },
        "required": [
          "world"
        ]
      },
      "query": {
        "type": "object",
        "additionalProperties": false,
        "properties": {},
        "required": []
      },
      "body": {
        "$ref": "#/components/schemas/Snapshot"
      },
      "takesBody": true
    },
    "takeLease": {
      "path": {
        "type": "object",
        "additionalProperties": false,
        "properties": {
          "world": {
            "type": "string"
          },
          "lease": {
            "type": "string",
            "pattern": "^[a-z0-9-]{1,40}$",
            "description": "1 to 40 lower-case letters, digits and hyphens."
          }
        },
        "required": [
          "world",
          "lease"
        ]
      },
      "query": {
        "type": "object",
        "additionalProperties": false,
        "properties": {},
        "required": []
      },
      "body": {
        "$ref": "#/components/schemas/Lease"
      },
      "takesBody": true
    },
    "endLease": {
      "path": {
        "type": "object",
        "additionalProperties": false,
        "properties": {
          "world": {
            "type": "string"
          },
          "lease": {
            "type": "string",
            "pattern": "^[a-z0-9-]{1,40}$",
            "description": "1 to 40 lower-case letters, digits and hyphens."
          }
        },
        "required": [
          "world",
          "lease"
        ]
      },
      "query": {
        "type": "object",
        "additionalProperties": false,
        "properties": {},
        "required": []
      },
      "body": {
        "type": "object",
        "properties": {},
        "additionalProperties": false
      },
      "takesBody": false
    },
    "listPetsOf": {
      "path": {
        "type": "object",
        "additionalProperties": false,
        "properties": {
          "world": {
            "type": "string"
          }
        },
        "required": [
          "world"
        ]
      },
      "query": {
        "type": "object",
        "additionalProperties": false,
        "properties": {
          "status": {
            "$ref": "#/components/schemas/PetStatus"
          },
          "limit": {
            "type": "integer",
            "minimum": 1,
            "maximum": 1000,
            "default": 100
          }
        },
        "required": []
      },
      "body": {
        "type": "object",
        "properties": {},
        "additionalProperties": false
      },
      "takesBody": false
    },
    "addPet": {
      "path": {
        "type": "object",
        "additionalProperties": false,
        "properties": {
          "world": {
            "type": "string"
          }
        },
        "required": [
          "world"
        ]
      },
      "query": {
        "type": "object",
        "additionalProperties": false,
        "properties": {},
        "required": []
      },
      "body": {
        "$ref": "#/components/schemas/PetToAdd"
      },
      "takesBody": true
    },
    "changePet": {
      "path": {
        "type": "object",
        "additionalProperties": false,
        "properties": {
          "world": {
            "type": "string"
          },
          "petId": {
            "type": "integer",
            "format": "int64"
          }
        },
        "required": [
          "world",
          "petId"
        ]
      },
      "query": {
        "type": "object",
        "additionalProperties": false,
        "properties": {},
        "required": []
      },
      "body": {
        "$ref": "#/components/schemas/PetChange"
      },
      "takesBody": true
    },
    "removePet": {
      "path": {
        "type": "object",
        "additionalProperties": false,
        "properties": {
          "world": {
            "type": "string"
          },
          "petId": {
            "type": "integer",
            "format": "int64"
          }
        },
        "required": [
          "world",
          "petId"
        ]
      },
      "query": {
        "type": "object",
        "additionalProperties": false,
        "properties": {},
        "required": []
      },
      "body": {
        "type": "object",
        "properties": {},
        "additionalProperties": false
      },
      "takesBody": false
    },
    "readClock": {
      "path": {
        "type": "object",
        "additionalProperties": false,
        "properties": {
          "world": {
            "type": "string"
          }
        },
        "required": [
          "world"
        ]
      },
      "query": {
        "type": "object",
        "additionalProperties": false,
        "properties": {},
        "required": []
      },
      "body": {
        "type": "object",
        "properties": {},
        "additionalProperties": false
      },
      "takesBody": false
    },
    "changeClock": {
      "path": {
        "type": "object",
        "additionalProperties": false,
        "properties": {
          "world": {
            "type": "string"
          }
        },
        "required": [
          "world"
        ]
      },
      "query": {
        "type": "object",
        "additionalProperties": false,
        "properties": {},
        "required": []
      },
      "body": {
        "$ref": "#/components/schemas/ClockChange"
      },
      "takesBody": true
    },
    "advanceClock": {
      "path": {
        "type": "object",
        "additionalProperties": false,
        "properties": {
          "world": {
            "type": "string"
          }
        },
        "required": [
          "world"
        ]
      },
      "query": {
        "type": "object",
        "additionalProperties": false,
        "properties": {},
        "required": []
      },
      "body": {
        "$ref": "#/components/schemas/Duration"
      },
      "takesBody": true
    },
    "listKeys": {
      "path": {
        "type": "object",
        "additionalProperties": false,
        "properties": {
          "world": {
            "type": "string"
          }
        },
        "required": [
          "world"
        ]
      },
      "query": {
        "type": "object",
        "additionalProperties": false,
        "properties": {},
        "required": []
      },
      "body": {
        "type": "object",
        "properties": {},
        "additionalProperties": false
      },
      "takesBody": false
    },
    "addKey": {
      "path": {
        "type": "object",
        "additionalProperties": false,
        "properties": {
          "world": {
            "type": "string"
          }
        },
        "required": [
          "world"
        ]
      },
      "query": {
        "type": "object",
        "additionalProperties": false,
        "properties": {},
        "required": []
      },
      "body": {
        "$ref": "#/components/schemas/NewKey"
      },
      "takesBody": true
    },
    "readKey": {
      "path": {
        "type": "object",
        "additionalProperties": false,
        "properties": {
          "world": {
            "type": "string"
          },
          "key": {
            "type": "string"
          }
        },
        "required": [
          "world",
          "key"
        ]
      },
      "query": {
        "type": "object",
        "additionalProperties": false,
        "properties": {},
        "required": []
      },
      "body": {
        "type": "object",
        "properties": {},
        "additionalProperties": false
      },
      "takesBody": false
    },
    "changePlan": {
      "path": {
        "type": "object",
        "additionalProperties": false,
        "properties": {
          "world": {
            "type": "string"
          },
          "key": {
            "type": "string"
          }
        },
        "required": [
          "world",
          "key"
        ]
      },
      "query": {
        "type": "object",
        "additionalProperties": false,
        "properties": {},
        "required": []
      },
      "body": {
        "$ref": "#/components/schemas/PlanChange"
      },
      "takesBody": true
    },
    "removeKey": {
      "path": {
        "type": "object",
        "additionalProperties": false,
        "properties": {
          "world": {
            "type": "string"
          },
          "key": {
            "type": "string"
          }
        },
        "required": [
          "world",
          "key"
        ]
      },
      "query": {
        "type": "object",
        "additionalProperties": false,
        "properties": {},
        "required": []
      },
      "body": {
        "type": "object",
        "properties": {},
        "additionalProperties": false
      },
      "takesBody": false
    },
    "setRemaining": {
      "path": {
        "type": "object",
        "additionalProperties": false,
        "properties": {
          "world": {
            "type": "string"
          },
          "key": {
            "type": "string"
          }
        },
        "required": [
          "world",
          "key"
        ]
      },
      "query": {
        "type": "object",
        "additionalProperties": false,
        "properties": {},
        "required": []
      },
      "body": {
        "$ref": "#/components/schemas/Remaining"
      },
      "takesBody": true
    },
    "banKey": {
      "path": {
        "type": "object",
        "additionalProperties": false,
        "properties": {
          "world": {
            "type": "string"
          },
          "key": {
            "type": "string"
          }
        },
        "required": [
          "world",
          "key"
        ]
      },
      "query": {
        "type": "object",
        "additionalProperties": false,
        "properties": {},
        "required": []
      },
      "body": {
        "$ref": "#/components/schemas/Ban"
      },
      "takesBody": true
    },
    "liftBan": {
      "path": {
        "type": "object",
        "additionalProperties": false,
        "properties": {
          "world": {
            "type": "string"
          },
          "key": {
            "type": "string"
          }
        },
        "required": [
          "world",
          "key"
        ]
      },
      "query": {
        "type": "object",
        "additionalProperties": false,
        "properties": {},
        "required": []
      },
      "body": {
        "type": "object",
        "properties": {},
        "additionalProperties": false
      },
      "takesBody": false
    },
    "readLimits": {
      "path": {
        "type": "object",
        "additionalProperties": false,
        "properties": {
          "world": {
            "type": "string"
          }
        },
        "required": [
          "world"
        ]
      },
      "query": {
        "type": "object",
        "additionalProperties": false,
        "properties": {},
        "required": []
      },
      "body": {
        "type": "object",
        "properties": {},
        "additionalProperties": false
      },
      "takesBody": false
    },
    "switchLimits": {
      "path": {
        "type": "object",
        "additionalProperties": false,
        "properties": {
          "world": {
            "type": "string"
          }
        },
        "required": [
          "world"
        ]
      },
      "query": {
        "type": "object",
        "additionalProperties": false,
        "properties": {},
        "required": []
      },
      "body": {
        "$ref": "#/components/schemas/Limits"
      },
      "takesBody": true
    },
    "listChoices": {
      "path": {
        "type": "object",
        "additionalProperties": false,
        "properties": {
          "world": {
            "type": "string"
          }
        },
        "required": [
          "world"
        ]
      },
      "query": {
        "type": "object",
        "additionalProperties": false,
        "properties": {},
        "required": []
      },
      "body": {
        "type": "object",
        "properties": {},
        "additionalProperties": false
      },
      "takesBody": false
    },
    "choose": {
      "path": {
        "type": "object",
        "additionalProperties": false,
        "properties": {
          "world": {
            "type": "string"
          }
        },
        "required": [
          "world"
        ]
      },
      "query": {
        "type": "object",
        "additionalProperties": false,
        "properties": {},
        "required": []
      },
      "body": {
        "$ref": "#/components/schemas/VariantsByPoint"
      },
      "takesBody": true
    },
    "varyChoices": {
      "path": {
        "type": "object",
        "additionalProperties": false,
        "properties": {
          "world": {
            "type": "string"
          }
        },
        "required": [
          "world"
        ]
      },
      "query": {
        "type": "object",
        "additionalProperties": false,
        "properties": {},
        "required": []
      },
      "body": {
        "$ref": "#/components/schemas/Vary"
      },
      "takesBody": true
    },
    "listFaults": {
      "path": {
        "type": "object",
        "additionalProperties": false,
        "properties": {
          "world": {
            "type": "string"
          }
        },
        "required": [
          "world"
        ]
      },
      "query": {
        "type": "object",
        "additionalProperties": false,
        "properties": {},
        "required": []
      },
      "body": {
        "type": "object",
        "properties": {},
        "additionalProperties": false
      },
      "takesBody": false
    },
    "addFault": {
      "path": {
        "type": "object",
        "additionalProperties": false,
        "properties": {
          "world": {
            "type": "string"
          }
        },
        "required": [
          "world"
        ]
      },
      "query": {
        "type": "object",
        "additionalProperties": false,
        "properties": {},
        "required": []
      },
      "body": {
        "$ref": "#/components/schemas/NewFault"
      },
      "takesBody": true
    },
    "clearFaults": {
      "path": {
        "type": "object",
        "additionalProperties": false,
        "properties": {
          "world": {
            "type": "string"
          }
        },
        "required": [
          "world"
        ]
      },
      "query": {
        "type": "object",
        "additionalProperties": false,
        "properties": {},
        "required": []
      },
      "body": {
        "type": "object",
        "properties": {},
        "additionalProperties": false
      },
      "takesBody": false
    },
    "removeFault": {
      "path": {
        "type": "object",
        "additionalProperties": false,
        "properties": {
          "world": {
            "type": "string"
          },
          "id": {
            "type": "integer",
            "minimum": 1,
            "maximum": 9007199254740991
          }
        },
        "required": [
          "world",
          "id"
        ]
      },
      "query": {
        "type": "object",
        "additionalProperties": false,
        "properties": {},
        "required": []
      },
      "body": {
        "type": "object",
        "properties": {},
        "additionalProperties": false
      },
      "takesBody": false
    },
    "readJournal": {
      "path": {
        "type": "object",
        "additionalProperties": false,
        "properties": {
          "world": {
            "type": "string"
          }
        },
        "required": [
          "world"
        ]
      },
      "query": {
        "type": "object",
        "additionalProperties": false,
        "properties": {
          "key": {
            "type": "string"
          },
          "status": {
            "type": "integer",
            "minimum": 100,
            "maximum": 599
          },
          "operation": {
            "$ref": "#/components/schemas/ServiceOperation"
          },
          "limit": {
            "type": "integer",
            "minimum": 1,
            "maximum": 1000,
            "default": 100
          },
          "before": {
            "type": "integer",
            "minimum": 1,
            "maximum": 9007199254740991
          }
        },
        "required": []
      },
      "body": {
        "type": "object",
        "properties": {},
        "additionalProperties": false
      },
      "takesBody": false
    },
    "clearJournal": {
      "path": {
        "type": "object",
        "additionalProperties": false,
        "properties": {
          "world": {
            "type": "string"
          }
        },
        "required": [
          "world"
        ]
      },
      "query": {
        "type": "object",
        "additionalProperties": false,
        "properties": {},
        "required": []
      },
      "body": {
        "type": "object",
        "properties": {},
        "additionalProperties": false
      },
      "takesBody": false
    },
    "readReport": {
      "path": {
        "type": "object",
        "additionalProperties": false,
        "properties": {
          "world": {
            "type": "string"
          }
        },
        "required": [
          "world"
        ]
      },
      "query": {
        "type": "object",
        "additionalProperties": false,
        "properties": {},
        "required": []
      },
      "body": {
        "type": "object",
        "properties": {},
        "additionalProperties": false
      },
      "takesBody": false
    },
    "streamEvents": {
      "path": {
        "type": "object",
        "additionalProperties": false,
        "properties": {
          "world": {
            "type": "string"
          }
        },
        "required": [
          "world"
        ]
      },
      "query": {
        "type": "object",
        "additionalProperties": false,
        "properties": {},
        "required": []
      },
      "body": {
        "type": "object",
        "properties": {},
        "additionalProperties": false
      },
      "takesBody": false
    }
  },
  "schemas": {
    "NewWorld": {
      "type": "object",
      "description": "A world to create.",
      "required": [
        "name"
      ],
      "additionalProperties": false,
      "properties": {
        "name": {
          "type": "string",
          "pattern": "^(?!v1$)[a-z0-9][a-z0-9-]{0,39}$",
          "description": "1 to 40 lower-case letters, digits and hyphens, but not v1."
        },
        "seed": {
          "type": "integer",
          "minimum": 0,
          "maximum": 9007199254740991,
          "description": "The seed of the pets and of everything else that is random."
        },
        "pets": {
          "description": "The number of pets, limited by the memory of all worlds (`--memory`), or a list of pets, limited by the maximum body of 1 MB. With neither `seed` nor `pets` the world starts with those of the default world.",
          "oneOf": [
            {
              "type": "integer",
              "minimum": 0,
              "maximum": 2000000
            },
            {
              "type": "array",
              "items": {
                "$ref": "#/components/schemas/PetToAdd"
              }
            }
          ]
        },
        "keys": {
          "type": "array",
          "maxItems": 10000,
          "description": "Additional keys. A key that the world starts with anyway gets this plan.",
          "items": {
            "$ref": "#/components/schemas/NewKey"
          }
        },
        "choices": {
          "$ref": "#/components/schemas/VariantsByPoint"
        },
        "vary": {
          "type": "integer",
          "minimum": 0,
          "maximum": 9007199254740991,
          "description": "Chooses a random variant at every open point by this seed. `choices` override it."
        },
        "faults": {
          "type": "array",
          "maxItems": 100,
          "description": "The faults that the world starts with.",
          "items": {
            "$ref": "#/components/schemas/NewFault"
          }
        },
        "limits": {
          "type": "boolean",
          "description": "Whether the rate limits are on."
        }
      }
    },
    "PetToAdd": {
      "type": "object",
      "description": "A pet to add.",
      "required": [
        "name",
        "categoryId"
      ],
      "additionalProperties": false,
      "properties": {
        "id": {
          "type": "integer",
          "format": "int64",
          "description": "The world assigns one if it is left out."
        },
        "name": {
          "type": "string"
        },
        "categoryId": {
          "type": "integer",
          "format": "int64"
        },
        "status": {
          "$ref": "#/components/schemas/PetStatus"
        }
      }
    },
    "PetStatus": {
      "type": "string",
      "description": "Whether a pet can be bought.",
      "enum": [
        "available",
        "pending",
        "sold"
      ]
    },
    "NewKey": {
      "type": "object",
      "description": "A key to add.",
      "required": [
        "key",
        "plan"
      ],
      "additionalProperties": false,
      "properties": {
        "key": {
          "type": "string",
          "pattern": "^(?=.{1,200}$)[A-Za-z0-9\\-._~+/]+=*$",
          "description": "1 to 200 letters, digits and any of -._~+/, with = at its end only."
        },
        "plan": {
          "$ref": "#/components/schemas/Plan"
        },
        "perMinute": {
          "type": "integer",
          "minimum": 1,
          "maximum": 1000000000,
          "description": "The key's own figure; enterprise only."
        },
        "perDay": {
          "type": "integer",
          "minimum": 1,
          "maximum": 1000000000,
          "description": "The key's own figure; enterprise only."
        }
      }
    },
    "Plan": {
      "type": "string",
      "description": "A plan. On `enterprise` each key has its own limits.",
      "enum": [
        "free",
        "pro",
        "business",
        "enterprise"
      ]
    },
    "VariantsByPoint": {
      "type": "object",
      "description": "The chosen variants, by open point. `GET …/choices` lists all open points and variants.",
      "additionalProperties": true
    },
    "NewFault": {
      "type": "object",
      "description": "A fault to add. The optional fields restrict the requests that it hits.",
      "required": [
        "effect"
      ],
      "additionalProperties": false,
      "properties": {
        "effect": {
          "$ref": "#/components/schemas/FaultEffect"
        },
        "operation": {
          "$ref": "#/components/schemas/ServiceOperation"
        },
        "key": {
          "type": "string",
          "description": "Only this API key."
        },
        "probability": {
          "type": "number",
          "minimum": 0,
          "maximum": 1,
          "description": "The probability that it hits a matching request."
        },
        "after": {
          "type": "integer",
          "minimum": 0,
          "maximum": 1000000000,
          "description": "The number of matching requests that it skips first. With 2, it hits the third one."
        },
        "times": {
          "type": "integer",
          "minimum": 1,
          "maximum": 1000000000,
          "description": "It heals after so many hits."
        },
        "seconds": {
          "type": "number",
          "minimum": 0.001,
          "maximum": 31536000,
          "description": "It heals after so many seconds, by the world's clock."
        }
      }
    },
    "FaultEffect": {
      "type": "object",
      "description": "What a fault does to a reply.",
      "discriminator": {
        "propertyName": "kind",
        "mapping": {
          "delay": "#/components/schemas/DelayEffect",
          "status": "#/components/schemas/StatusEffect",
          "cut": "#/components/schemas/CutEffect",
          "not-json": "#/components/schemas/NotJsonEffect",
          "trickle": "#/components/schemas/TrickleEffect"
        }
      },
      "oneOf": [
        {
          "$ref": "#/components/schemas/DelayEffect"
        },
        {
          "$ref": "#/components/schemas/StatusEffect"
        },
        {
          "$ref": "#/components/schemas/CutEffect"
        },
        {
          "$ref": "#/components/schemas/NotJsonEffect"
        },
        {
          "$ref": "#/components/schemas/TrickleEffect"
        }
      ]
    },
    "DelayEffect": {
      "type": "object",
      "description": "The reply is delayed, by a random time within the bounds.",
      "required": [
        "kind",
        "from"
      ],
      "additionalProperties": false,
      "properties": {
        "kind": {
          "type": "string",
          "enum": [
            "delay"
          ]
        },
        "from": {
          "type": "integer",
          "minimum": 0,
          "maximum": 600000,
          "description": "Milliseconds."
        },
        "to": {
          "type": "integer",
          "minimum": 0,
          "maximum": 600000,
          "description": "Milliseconds. Default: the same as `from`."
        }
      }
    },
    "StatusEffect": {
      "type": "object",
      "description": "The reply has this status, and the operation is not carried out. The default body is an Error for statuses from 400, and\nempty for lower ones. A 429 needs `headers`. For a real 429, set the remaining requests of the key instead.\n",
      "required": [
        "kind",
        "status"
      ],
      "additionalProperties": false,
      "properties": {
        "kind": {
          "type": "string",
          "enum": [
            "status"
          ]
        },
        "status": {
          "type": "integer",
          "minimum": 200,
          "maximum": 599
        },
        "body": {
          "type": "string",
          "maxLength": 100000,
          "description": "Sent unchanged, as JSON unless `headers` contain a Content-Type."
        },
        "headers": {
          "type": "object",
          "description": "Headers that replace those of the same name. The headers of the connection, of framing and of CORS (`Connection`, `Content-Length`, `Access-Control-…`) cannot be replaced.",
          "maxProperties": 50,
          "additionalProperties": {
            "type": "string",
            "maxLength": 8000,
            "description": "text in one line",
            "pattern": "^(?:[!-~\\u00a0-\\u00ff](?:[\\t -~\\u00a0-\\u00ff]*[!-~\\u00a0-\\u00ff])?)?$"
          }
        }
      }
    },
    "CutEffect": {
      "type": "object",
      "description": "The operation is carried out, and the connection ends before the reply or in the middle of its body.",
      "required": [
        "kind",
        "at"
      ],
      "additionalProperties": false,
      "properties": {
        "kind": {
          "type": "string",
          "enum": [
            "cut"
          ]
        },
        "at": {
          "type": "string",
          "enum": [
            "before-reply",
            "mid-body"
          ]
        }
      }
    },
    "NotJsonEffect": {
      "type": "object",
      "description": "The operation is carried out, and the body is an HTML page.",
      "required": [
        "kind"
      ],
      "additionalProperties": false,
      "properties": {
        "kind": {
          "type": "string",
          "enum": [
            "not-json"
          ]
        }
      }
    },
    "TrickleEffect": {
      "type": "object",
      "description": "The operation is carried out, and the body is sent slowly, in small parts.",
      "required": [
        "kind",
        "over"
      ],
      "additionalProperties": false,
      "properties": {
        "kind": {
          "type": "string",
          "enum": [
            "trickle"
          ]
        },
        "over": {
          "type": "integer",
          "minimum": 0,
          "maximum": 600000,
          "description": "Milliseconds, from the first part of the body to the last."
        }
      }
    },
    "ServiceOperation": {
      "type": "string",
      "description": "An operation of the service.",
      "enum": [
        "listPets",
        "createPet",
        "getPet"
      ]
    },
    "Snapshot": {
      "type": "object",
      "description": "The state of a world.",
      "required": [
        "version",
        "clock",
        "limits",
        "choices",
        "keys",
        "addresses",
        "faults",
        "pets",
        "categories",
        "ids",
        "random"
      ],
      "additionalProperties": false,
      "properties": {
        "version": {
          "type": "integer",
          "minimum": 1,
          "description": "The version of this format. Only 1 exists."
        },
        "clock": {
          "$ref": "#/components/schemas/Clock"
        },
        "limits": {
          "type": "boolean",
          "description": "Whether the rate limits are on."
        },
        "choices": {
          "$ref": "#/components/schemas/VariantsByPoint"
        },
        "keys": {
          "type": "array",
          "maxItems": 10000,
          "items": {
            "$ref": "#/components/schemas/SavedKey"
          }
        },
        "addresses": {
          "type": "array",
          "maxItems": 10000,
          "description": "Clients without a key, by address.",
          "items": {
            "$ref": "#/components/schemas/SavedAddress"
          }
        },
        "faults": {
          "type": "array",
          "maxItems": 100,
          "items": {
            "$ref": "#/components/schemas/SavedFault"
          }
        },
        "pets": {
          "type": "array",
          "maxItems": 2000000,
          "description": "The oldest first.",
          "items": {
            "$ref": "#/components/schemas/SavedPet"
          }
        },
        "categories": {
          "type": "array",
          "maxItems": 2000000,
          "description": "The categories of the service, if it checks categories.",
          "items": {
            "type": "integer",
            "format": "int64"
          }
        },
        "ids": {
          "type": "object",
          "description": "The state of the id assignment.",
          "required": [
            "from-1",
            "beyond-2-53",
            "gone"
          ],
          "additionalProperties": false,
          "properties": {
            "from-1": {
              "type": "integer",
              "format": "int64",
              "description": "The next id of this numbering."
            },
            "beyond-2-53": {
              "type": "integer",
              "format": "int64"
            },
            "gone": {
              "type": "array",
              "maxItems": 10000,
              "description": "Ids of removed pets, which are not reused.",
              "items": {
                "type": "integer",
                "format": "int64"
              }
            }
          }
        },
        "random": {
          "type": "object",
          "description": "The state of the random numbers of ids and of faults.",
          "required": [
            "ids",
            "faults"
          ],
          "additionalProperties": false,
          "properties": {
            "ids": {
              "type": "integer",
              "minimum": 0,
              "maximum": 4294967295
            },
            "faults": {
              "type": "integer",
              "minimum": 0,
              "maximum": 4294967295
            }
          }
        }
      }
    },
    "Clock": {
      "type": "object",
      "description": "A world's clock.",
      "required": [
        "now",
        "frozen",
        "speed"
      ],
      "additionalProperties": false,
      "properties": {
        "now": {
          "type": "string",
          "format": "date-time",
          "description": "The world's time."
        },
        "frozen": {
          "type": "boolean",
          "description": "Whether the clock is frozen."
        },
        "speed": {
          "type": "number",
          "description": "World seconds per real second."
        }
      }
    },
    "SavedKey": {
      "type": "object",
      "description": "A key, with the requests that it has made.",
      "required": [
        "key",
        "plan",
        "quota"
      ],
      "additionalProperties": false,
      "properties": {
        "key": {
          "type": "string",
          "pattern": "^(?=.{1,200}$)[A-Za-z0-9\\-._~+/]+=*$",
          "description": "1 to 200 letters, digits and any of -._~+/, with = at its end only."
        },
        "plan": {
          "$ref": "#/components/schemas/Plan"
        },
        "perMinute": {
          "type": "integer",
          "minimum": 1,
          "maximum": 1000000000
        },
        "perDay": {
          "type": "integer",
          "minimum": 1,
          "maximum": 1000000000
        },
        "quota": {
          "$ref": "#/components/schemas/SavedQuota"
        }
      }
    },
    "SavedQuota": {
      "type": "object",
      "description": "The requests that were counted in each window, and the strikes.",
      "required": [
        "minute",
        "day",
        "strikes"
      ],
      "additionalProperties": false,
      "properties": {
        "minute": {
          "$ref": "#/components/schemas/SavedWindow"
        },
        "day": {
          "$ref": "#/components/schemas/SavedWindow"
        },
        "strikes": {
          "type": "integer",
          "minimum": 0,
          "maximum": 1000000000
        },
        "strikesUntil": {
          "type": "string",
          "format": "date-time",
          "description": "When the strikes expire."
        },
        "bannedUntil": {
          "type": "string",
          "format": "date-time"
        }
      }
    },
    "SavedWindow": {
      "type": "object",
      "description": "A window, and the requests that were counted in it.",
      "required": [
        "used"
      ],
      "additionalProperties": false,
      "properties": {
        "opened": {
          "type": "string",
          "format": "date-time",
          "description": "When the window opened; left out if none is open."
        },
        "used": {
          "type": "integer",
          "minimum": 0,
          "maximum": 1000000000
        }
      }
    },
    "SavedAddress": {
      "type": "object",
      "description": "A client without a key, with the requests that it has made.",
      "required": [
        "address",
        "quota"
      ],
      "additionalProperties": false,
      "properties": {
        "address": {
          "type": "string",
          "maxLength": 200
        },
        "quota": {
          "$ref": "#/components/schemas/SavedQuota"
        }
      }
    },
    "SavedFault": {
      "type": "object",
      "description": "A fault, with its hits so far.",
      "required": [
        "id",
        "effect",
        "hits",
        "passed"
      ],
      "additionalProperties": false,
      "properties": {
        "id": {
          "type": "integer",
          "minimum": 1,
          "maximum": 9007199254740991
        },
        "effect": {
          "$ref": "#/components/schemas/FaultEffect"
        },
        "operation": {
          "$ref": "#/components/schemas/ServiceOperation"
        },
        "key": {
          "type": "string"
        },
        "probability": {
          "type": "number",
          "minimum": 0,
          "maximum": 1
        },
        "after": {
          "type": "integer",
          "minimum": 0,
          "maximum": 1000000000
        },
        "times": {
          "type": "integer",
          "minimum": 1,
          "maximum": 1000000000
        },
        "seconds": {
          "type": "number"
        },
        "hits": {
          "type": "integer",
          "minimum": 0,
          "maximum": 9007199254740991,
          "description": "How often it has hit."
        },
        "passed": {
          "type": "integer",
          "minimum": 0,
          "maximum": 9007199254740991,
          "description": "Requests that matched it."
        },
        "healsAt": {
          "type": "string",
          "format": "date-time",
          "description": "When it heals."
        }
      }
    },
    "SavedPet": {
      "type": "object",
      "description": "A pet, including undocumented fields, and when it was added.",
      "required": [
        "createdAt",
        "pet"
      ],
      "additionalProperties": false,
      "properties": {
        "createdAt": {
          "type": "string",
          "format": "date-time"
        },
        "pet": {
          "$ref": "#/components/schemas/Pet"
        }
      }
    },
    "Pet": {
      "type": "object",
      "description": "A pet. It may have undocumented fields.",
      "required": [
        "id",
        "name",
        "categoryId"
      ],
      "additionalProperties": true,
      "properties": {
        "id": {
          "type": "integer",
          "format": "int64"
        },
        "name": {
          "type": "string"
        },
        "categoryId": {
          "type": "integer",
          "format": "int64"
        },
        "status": {
          "$ref": "#/components/schemas/PetStatus"
        }
      }
    },
    "Lease": {
      "type": "object",
      "description": "The terms of a lease.",
      "required": [
        "seconds"
      ],
      "additionalProperties": false,
      "properties": {
        "seconds": {
          "type": "number",
          "minimum": 1,
          "maximum": 3600,
          "description": "Real seconds until the lease must be renewed."
        },
        "keys": {
          "type": "array",
          "maxItems": 25,
          "description": "Keys to remove at the end. Keys that no longer exist are skipped.",
          "items": {
            "type": "string",
            "maxLength": 200
          }
        }
      }
    },
    "PetChange": {
      "type": "object",
      "description": "A change of a pet.",
      "minProperties": 1,
      "additionalProperties": false,
      "properties": {
        "name": {
          "type": "string"
        },
        "categoryId": {
          "type": "integer",
          "format": "int64"
        },
        "status": {
          "$ref": "#/components/schemas/PetStatus"
        }
      }
    },
    "ClockChange": {
      "type": "object",
      "description": "A change of a clock.",
      "minProperties": 1,
      "additionalProperties": false,
      "properties": {
        "now": {
          "type": "string",
          "format": "date-time",
          "description": "Forwards or backwards, from 1970 to 9900."
        },
        "frozen": {
          "type": "boolean"
        },
        "speed": {
          "type": "number",
          "minimum": 0.001,
          "maximum": 100000
        }
      }
    },
    "Duration": {
      "type": "object",
      "description": "A duration. The parts are added.",
      "minProperties": 1,
      "additionalProperties": false,
      "properties": {
        "days": {
          "type": "number",
          "minimum": 0,
          "maximum": 100000
        },
        "hours": {
          "type": "number",
          "minimum": 0,
          "maximum": 1000000
        },
        "minutes": {
          "type": "number",
          "minimum": 0,
          "maximum": 100000000
        },
        "seconds": {
          "type": "number",
          "minimum": 0,
          "maximum": 1000000000
        }
      }
    },
    "PlanChange": {
      "type": "object",
      "description": "The new plan of a key.",
      "required": [
        "plan"
      ],
      "additionalProperties": false,
      "properties": {
        "plan": {
          "$ref": "#/components/schemas/Plan"
        },
        "perMinute": {
          "type": "integer",
          "minimum": 1,
          "maximum": 1000000000,
          "description": "The key's own figure; enterprise only."
        },
        "perDay": {
          "type": "integer",
          "minimum": 1,
          "maximum": 1000000000,
          "description": "The key's own figure; enterprise only."
        }
      }
    },
    "Remaining": {
      "type": "object",
      "description": "The requests that a key has left.",
      "minProperties": 1,
      "additionalProperties": false,
      "properties": {
        "minute": {
          "type": "integer",
          "minimum": 0,
          "maximum": 1000000000
        },
        "day": {
          "type": "integer",
          "minimum": 0,
          "maximum": 1000000000
        }
      }
    },
    "Ban": {
      "type": "object",
      "description": "The length of a ban.",
      "required": [
        "seconds"
      ],
      "additionalProperties": false,
      "properties": {
        "seconds": {
          "type": "number",
          "minimum": 1,
          "maximum": 31536000
        }
      }
    },
    "Limits": {
      "type": "object",
      "description": "Whether the rate limits are on.",
      "required": [
        "on"
      ],
      "additionalProperties": false,
      "properties": {
        "on": {
          "type": "boolean"
        }
      }
    },
    "Vary": {
      "type": "object",
      "description": "The seed of the random variants.",
      "required": [
        "seed"
      ],
      "additionalProperties": false,
      "properties": {
        "seed": {
          "type": "integer",
          "minimum": 0,
          "maximum": 9007199254740991
        }
      }
    }
  }
} as const
