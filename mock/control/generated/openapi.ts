// Generated from mock/control/openapi.yaml by npm run generate.
export const controlOpenapi = {
  "openapi": "3.0.3",
  "info": {
    "title": "Pet Store mock, control API",
    "version": "0.1.0",
    "description": "Controls the mock from a script, from a test or from the control room. None of this belongs to the service that the\nmock imitates.\n\nA *world* is one isolated copy of the service. The world `default` answers at `/v1`, `staging` at `/staging/v1`,\nand any other at `/{world}/v1`. For example:\n\n    curl http://127.0.0.1:4010/_mock/worlds\n    curl -X POST http://127.0.0.1:4010/_mock/worlds/default/reset\n    curl -X POST http://127.0.0.1:4010/_mock/worlds/default/clock/advance \\\n      -H 'Content-Type: application/json' -d '{\"minutes\": 1}'\n\n- Request and response bodies are JSON. An unknown field is refused, and the message suggests the most similar valid one.\n- Times are ISO 8601 in UTC, by the clock of the world that they belong to.\n- Errors have the same fields as the service's own errors. Besides the errors that each operation lists, an unknown path\n  is answered with 404, and a method that the path does not have with 405 and `Allow`.\n- Requests to this API need no API key. They are not metered and not recorded in the journal.\n\nRequests from the mock's own machine need no token, but their `Host` must be a loopback name (`localhost`, `127.0.0.1`,\n`[::1]`). Requests from elsewhere need the token of PETSTORE_CONTROL_TOKEN, or the one that the mock prints. Pages of other\norigins are refused.\n\nIn a browser, `/_mock/docs/` shows this document and that of the service (`?document=control`, `?document=service`) and\nsends their requests. The page itself is not guarded; its requests to this API are.\n",
    "license": {
      "name": "Apache-2.0",
      "url": "https://www.apache.org/licenses/LICENSE-2.0"
    }
  },
  "servers": [
    {
      "url": "http://127.0.0.1:4010/_mock",
      "description": "The mock on this machine."
    }
  ],
  "security": [
    {},
    {
      "controlToken": []
    }
  ],
  "tags": [
    {
      "name": "mock",
      "description": "The mock as a whole."
    },
    {
      "name": "worlds",
      "description": "The isolated copies of the service."
    },
    {
      "name": "pets",
      "description": "The pets of a world."
    },
    {
      "name": "clock",
      "description": "The clock of a world. Windows, bans, faults and the removal of getPet follow it."
    },
    {
      "name": "keys",
      "description": "The API keys of a world, with their quotas."
    },
    {
      "name": "limits",
      "description": "Switches the rate limits on and off."
    },
    {
      "name": "choices",
      "description": "The lawful variant that a world uses at each open point."
    },
    {
      "name": "faults",
      "description": "Deliberate failures, to test how a front end handles them."
    },
    {
      "name": "journal",
      "description": "Recorded requests, client reports and events."
    }
  ],
  "paths": {
    "/": {
      "get": {
        "operationId": "showIndex",
        "summary": "List the operations of this API",
        "description": "A browser, which accepts HTML, gets the control room instead.",
        "tags": [
          "mock"
        ],
        "responses": {
          "200": {
            "description": "Every operation of this API.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Index"
                },
                "example": {
                  "title": "Pet Store mock, control API",
                  "version": "0.1.0",
                  "operations": [
                    {
                      "operation": "checkHealth",
                      "method": "GET",
                      "path": "/_mock/health",
                      "summary": "Check that the mock runs"
                    }
                  ]
                }
              },
              "text/html": {
                "schema": {
                  "type": "string"
                },
                "example": "<!doctype html>"
              }
            }
          },
          "400": {
            "$ref": "#/components/responses/BadRequest"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          }
        }
      }
    },
    "/health": {
      "get": {
        "operationId": "checkHealth",
        "summary": "Check that the mock runs",
        "description": "It does not depend on any world and spends no quota.",
        "tags": [
          "mock"
        ],
        "responses": {
          "200": {
            "description": "The mock runs.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Health"
                },
                "example": {
                  "status": "ok",
                  "version": "0.1.0",
                  "uptimeSeconds": 42,
                  "worlds": 2
                }
              }
            }
          },
          "400": {
            "$ref": "#/components/responses/BadRequest"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          }
        }
      }
    },
    "/metrics": {
      "get": {
        "operationId": "readMetrics",
        "summary": "Read the metrics of all worlds",
        "description": "In the Prometheus text exposition format 0.0.4. A reset of a world does not reset its counters.",
        "tags": [
          "mock"
        ],
        "responses": {
          "200": {
            "description": "The metrics.",
            "content": {
              "text/plain; version=0.0.4; charset=utf-8": {
                "schema": {
                  "type": "string"
                },
                "example": "# HELP petstore_pets Pets.\n# TYPE petstore_pets gauge\npetstore_pets{world=\"default\"} 100\n"
              }
            }
          },
          "400": {
            "$ref": "#/components/responses/BadRequest"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          }
        }
      }
    },
    "/openapi/control.yaml": {
      "get": {
        "operationId": "readControlDocument",
        "summary": "Read this document",
        "tags": [
          "mock"
        ],
        "responses": {
          "200": {
            "$ref": "#/components/responses/Document"
          },
          "400": {
            "$ref": "#/components/responses/BadRequest"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          }
        }
      }
    },
    "/openapi/service.yaml": {
      "get": {
        "operationId": "readServiceDocument",
        "summary": "Read the document of the service",
        "description": "Its servers are the existing worlds.",
        "tags": [
          "mock"
        ],
        "responses": {
          "200": {
            "$ref": "#/components/responses/Document"
          },
          "400": {
            "$ref": "#/components/responses/BadRequest"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          }
        }
      }
    },
    "/events": {
      "get": {
        "operationId": "streamAllEvents",
        "summary": "Stream the events of all worlds",
        "description": "As `/worlds/{world}/events`, for all worlds, including those that are created later. The stream ends when the mock stops.\n",
        "tags": [
          "mock"
        ],
        "responses": {
          "200": {
            "$ref": "#/components/responses/Events"
          },
          "400": {
            "$ref": "#/components/responses/BadRequest"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "503": {
            "$ref": "#/components/responses/TooManyStreams"
          }
        }
      }
    },
    "/worlds": {
      "get": {
        "operationId": "listWorlds",
        "summary": "List the worlds",
        "tags": [
          "worlds"
        ],
        "responses": {
          "200": {
            "description": "All worlds, the oldest first.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Worlds"
                },
                "examples": {
                  "fresh": {
                    "$ref": "#/components/examples/Worlds"
                  }
                }
              }
            }
          },
          "400": {
            "$ref": "#/components/responses/BadRequest"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          }
        }
      },
      "post": {
        "operationId": "createWorld",
        "summary": "Create a world",
        "description": "The world starts as the default world started, except for what the body says. Give each test worker its own world to\nisolate it from the others. At most 100 worlds can exist.\n",
        "tags": [
          "worlds"
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/NewWorld"
              },
              "examples": {
                "copy": {
                  "summary": "A copy of the default world at its start",
                  "value": {
                    "name": "worker-1"
                  }
                },
                "full": {
                  "summary": "With its own pets and choices",
                  "value": {
                    "name": "worker-1",
                    "seed": 7,
                    "pets": [
                      {
                        "name": "Rex",
                        "categoryId": 2,
                        "status": "sold"
                      }
                    ],
                    "choices": {
                      "limit-above-100": "clamped"
                    },
                    "limits": false
                  }
                }
              }
            }
          }
        },
        "responses": {
          "201": {
            "description": "The new world.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/World"
                },
                "examples": {
                  "world": {
                    "$ref": "#/components/examples/World"
                  }
                }
              }
            }
          },
          "400": {
            "$ref": "#/components/responses/BadRequest"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "409": {
            "$ref": "#/components/responses/Conflict"
          },
          "413": {
            "$ref": "#/components/responses/TooLarge"
          },
          "415": {
            "$ref": "#/components/responses/UnsupportedMediaType"
          }
        }
      }
    },
    "/worlds/{world}": {
      "parameters": [
        {
          "$ref": "#/components/parameters/World"
        }
      ],
      "get": {
        "operationId": "readWorld",
        "summary": "Read the state of a world",
        "tags": [
          "worlds"
        ],
        "responses": {
          "200": {
            "description": "The world.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/World"
                },
                "examples": {
                  "world": {
                    "$ref": "#/components/examples/World"
                  }
                }
              }
            }
          },
          "400": {
            "$ref": "#/components/responses/BadRequest"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/NotFound"
          }
        }
      },
      "delete": {
        "operationId": "removeWorld",
        "summary": "Remove a world",
        "description": "The worlds `default` and `staging` cannot be removed. The event streams of the world end.",
        "tags": [
          "worlds"
        ],
        "responses": {
          "204": {
            "description": "The world is removed."
          },
          "400": {
            "$ref": "#/components/responses/BadRequest"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/NotFound"
          },
          "409": {
            "$ref": "#/components/responses/Conflict"
          }
        }
      }
    },
    "/worlds/{world}/reset": {
      "parameters": [
        {
          "$ref": "#/components/parameters/World"
        }
      ],
      "post": {
        "operationId": "resetWorld",
        "summary": "Reset a world to its start",
        "description": "Resets pets, keys, counters, bans, clock, choices, faults, limits and journal atomically. A pending request is completed\nwith the old state.\n",
        "tags": [
          "worlds"
        ],
        "responses": {
          "200": {
            "description": "The world after the reset.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/World"
                },
                "examples": {
                  "world": {
                    "$ref": "#/components/examples/World"
                  }
                }
              }
            }
          },
          "400": {
            "$ref": "#/components/responses/BadRequest"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/NotFound"
          }
        }
      }
    },
    "/worlds/{world}/snapshot": {
      "parameters": [
        {
          "$ref": "#/components/parameters/World"
        }
      ],
      "get": {
        "operationId": "saveWorld",
        "summary": "Save a world as one JSON document",
        "description": "The snapshot holds everything that a client can observe: pets, keys with their quotas, bans, clock, choices, faults and\nlimits. It does not hold the journal and the client reports. The keys in it are not redacted.\n",
        "tags": [
          "worlds"
        ],
        "responses": {
          "200": {
            "description": "The snapshot.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Snapshot"
                }
              }
            }
          },
          "400": {
            "$ref": "#/components/responses/BadRequest"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/NotFound"
          }
        }
      },
      "put": {
        "operationId": "restoreWorld",
        "summary": "Restore a world from a snapshot",
        "description": "The state is replaced atomically, as by a reset, and the journal is cleared. The clock continues from the saved time. An\ninvalid snapshot is refused and changes nothing. The maximum size is 64 MB. A later reset still restores the start of the\nworld, not the snapshot.\n",
        "tags": [
          "worlds"
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/Snapshot"
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The restored world.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/World"
                },
                "examples": {
                  "world": {
                    "$ref": "#/components/examples/World"
                  }
                }
              }
            }
          },
          "400": {
            "$ref": "#/components/responses/BadRequest"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/NotFound"
          },
          "409": {
            "$ref": "#/components/responses/Conflict"
          }
        }
      }
    },
    "/worlds/{world}/leases/{lease}": {
      "parameters": [
        {
          "$ref": "#/components/parameters/World"
        },
        {
          "name": "lease",
          "in": "path",
          "required": true,
          "description": "The name of the lease. Choose any.",
          "schema": {
            "type": "string",
            "pattern": "^[a-z0-9-]{1,40}$",
            "description": "1 to 40 lower-case letters (a to z), digits and hyphens."
          },
          "example": "my-script"
        }
      ],
      "put": {
        "operationId": "takeLease",
        "summary": "Acquire or renew a lease, which restores a world if your script is killed",
        "description": "Acquire a lease before you speed up a clock or add keys, and repeat the request to renew it. The lease ends by `DELETE`, or\nwhen it is not renewed for `seconds` of real time. Its keys are then removed. When the last lease of a world ends, the clock\ngets back the speed, and is frozen or not, as before the first lease; its time does not change. When another one ends, a\n`speed` that only it has set is the one before it again. A reset of the world ends its leases. At most 100 leases can exist.\n",
        "tags": [
          "worlds"
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/Lease"
              },
              "examples": {
                "script": {
                  "summary": "Renewed every few seconds",
                  "value": {
                    "seconds": 20,
                    "keys": [
                      "my-pro-key"
                    ]
                  }
                }
              }
            }
          }
        },
        "responses": {
          "204": {
            "description": "The lease lasts for `seconds` from now on."
          },
          "400": {
            "$ref": "#/components/responses/BadRequest"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/NotFound"
          },
          "409": {
            "$ref": "#/components/responses/Conflict"
          },
          "413": {
            "$ref": "#/components/responses/TooLarge"
          },
          "415": {
            "$ref": "#/components/responses/UnsupportedMediaType"
          }
        }
      },
      "delete": {
        "operationId": "endLease",
        "summary": "End a lease",
        "description": "Its keys are removed, and with the last lease of the world the speed of the clock is restored.",
        "tags": [
          "worlds"
        ],
        "responses": {
          "204": {
            "description": "The lease has ended."
          },
          "400": {
            "$ref": "#/components/responses/BadRequest"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/NotFound"
          }
        }
      }
    },
    "/worlds/{world}/pets": {
      "parameters": [
        {
          "$ref": "#/components/parameters/World"
        }
      ],
      "get": {
        "operationId": "listPetsOf",
        "summary": "List the pets of a world",
        "description": "The newest first, independent of the choices. Spends no quota.",
        "tags": [
          "pets"
        ],
        "parameters": [
          {
            "name": "status",
            "in": "query",
            "description": "Only pets of this status.",
            "schema": {
              "$ref": "#/components/schemas/PetStatus"
            },
            "example": "sold"
          },
          {
            "name": "limit",
            "in": "query",
            "description": "The maximum number of pets.",
            "schema": {
              "type": "integer",
              "minimum": 1,
              "maximum": 1000,
              "default": 100
            },
            "example": 10
          }
        ],
        "responses": {
          "200": {
            "description": "The pets that match the filter.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Pets"
                },
                "example": [
                  {
                    "id": 1,
                    "name": "Rex",
                    "categoryId": 2,
                    "status": "available"
                  }
                ]
              }
            }
          },
          "400": {
            "$ref": "#/components/responses/BadRequest"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/NotFound"
          }
        }
      },
      "post": {
        "operationId": "addPet",
        "summary": "Add a pet",
        "description": "Independent of the choices, and without spending quota. The world assigns an id if none is given.\n",
        "tags": [
          "pets"
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/PetToAdd"
              },
              "examples": {
                "plain": {
                  "summary": "With an id that the world assigns",
                  "value": {
                    "name": "Rex",
                    "categoryId": 2,
                    "status": "available"
                  }
                },
                "numbered": {
                  "summary": "With a given id",
                  "value": {
                    "id": 7000,
                    "name": "Rex",
                    "categoryId": 2
                  }
                }
              }
            }
          }
        },
        "responses": {
          "201": {
            "description": "The new pet.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Pet"
                },
                "example": {
                  "id": 101,
                  "name": "Rex",
                  "categoryId": 2,
                  "status": "available"
                }
              }
            }
          },
          "400": {
            "$ref": "#/components/responses/BadRequest"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/NotFound"
          },
          "409": {
            "$ref": "#/components/responses/Conflict"
          },
          "413": {
            "$ref": "#/components/responses/TooLarge"
          },
          "415": {
            "$ref": "#/components/responses/UnsupportedMediaType"
          }
        }
      }
    },
    "/worlds/{world}/pets/{petId}": {
      "parameters": [
        {
          "$ref": "#/components/parameters/World"
        },
        {
          "name": "petId",
          "in": "path",
          "required": true,
          "description": "The id of the pet.",
          "schema": {
            "type": "integer",
            "format": "int64"
          },
          "example": 1
        }
      ],
      "patch": {
        "operationId": "changePet",
        "summary": "Change a pet",
        "description": "Fields that are left out do not change, nor does the order of lists. For example, sell a pet to test a page that polls.",
        "tags": [
          "pets"
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/PetChange"
              },
              "examples": {
                "sold": {
                  "summary": "The pet is sold",
                  "value": {
                    "status": "sold"
                  }
                }
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The changed pet.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Pet"
                },
                "example": {
                  "id": 1,
                  "name": "Rex",
                  "categoryId": 2,
                  "status": "sold"
                }
              }
            }
          },
          "400": {
            "$ref": "#/components/responses/BadRequest"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/NotFound"
          },
          "409": {
            "$ref": "#/components/responses/Conflict"
          },
          "413": {
            "$ref": "#/components/responses/TooLarge"
          },
          "415": {
            "$ref": "#/components/responses/UnsupportedMediaType"
          }
        }
      },
      "delete": {
        "operationId": "removePet",
        "summary": "Remove a pet",
        "description": "It is in no list any more, and reading it is answered with 404. Its id is not reused.",
        "tags": [
          "pets"
        ],
        "responses": {
          "204": {
            "description": "The pet is removed."
          },
          "400": {
            "$ref": "#/components/responses/BadRequest"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/NotFound"
          }
        }
      }
    },
    "/worlds/{world}/clock": {
      "parameters": [
        {
          "$ref": "#/components/parameters/World"
        }
      ],
      "get": {
        "operationId": "readClock",
        "summary": "Read a world's clock",
        "tags": [
          "clock"
        ],
        "responses": {
          "200": {
            "$ref": "#/components/responses/Clock"
          },
          "400": {
            "$ref": "#/components/responses/BadRequest"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/NotFound"
          }
        }
      },
      "put": {
        "operationId": "changeClock",
        "summary": "Set, freeze or speed up a world's clock",
        "description": "Fields that are left out do not change.",
        "tags": [
          "clock"
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/ClockChange"
              },
              "examples": {
                "set": {
                  "summary": "To the day that getPet is removed",
                  "value": {
                    "now": "2030-12-05T00:00:00Z"
                  }
                },
                "freeze": {
                  "summary": "Freeze the clock",
                  "value": {
                    "frozen": true
                  }
                },
                "speed": {
                  "summary": "One minute per second",
                  "value": {
                    "speed": 60
                  }
                }
              }
            }
          }
        },
        "responses": {
          "200": {
            "$ref": "#/components/responses/Clock"
          },
          "400": {
            "$ref": "#/components/responses/BadRequest"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/NotFound"
          },
          "413": {
            "$ref": "#/components/responses/TooLarge"
          },
          "415": {
            "$ref": "#/components/responses/UnsupportedMediaType"
          }
        }
      }
    },
    "/worlds/{world}/clock/advance": {
      "parameters": [
        {
          "$ref": "#/components/parameters/World"
        }
      ],
      "post": {
        "operationId": "advanceClock",
        "summary": "Advance a world's clock",
        "description": "The parts are added. A frozen clock advances too, and stays frozen. The year 9900 is the end of all clocks.",
        "tags": [
          "clock"
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/Duration"
              },
              "examples": {
                "minute": {
                  "summary": "Until every minute window has reset",
                  "value": {
                    "minutes": 1
                  }
                },
                "parts": {
                  "summary": "A day and a half",
                  "value": {
                    "days": 1,
                    "hours": 12
                  }
                }
              }
            }
          }
        },
        "responses": {
          "200": {
            "$ref": "#/components/responses/Clock"
          },
          "400": {
            "$ref": "#/components/responses/BadRequest"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/NotFound"
          },
          "413": {
            "$ref": "#/components/responses/TooLarge"
          },
          "415": {
            "$ref": "#/components/responses/UnsupportedMediaType"
          }
        }
      }
    },
    "/worlds/{world}/keys": {
      "parameters": [
        {
          "$ref": "#/components/parameters/World"
        }
      ],
      "get": {
        "operationId": "listKeys",
        "summary": "List the keys of a world",
        "tags": [
          "keys"
        ],
        "responses": {
          "200": {
            "description": "All keys, with their quotas.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Keys"
                },
                "examples": {
                  "keys": {
                    "$ref": "#/components/examples/Keys"
                  }
                }
              }
            }
          },
          "400": {
            "$ref": "#/components/responses/BadRequest"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/NotFound"
          }
        }
      },
      "post": {
        "operationId": "addKey",
        "summary": "Add a key",
        "description": "At 10,000 keys, the key that has been idle the longest is removed.",
        "tags": [
          "keys"
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/NewKey"
              },
              "examples": {
                "pro": {
                  "summary": "On a plan with fixed limits",
                  "value": {
                    "key": "my-pro-key",
                    "plan": "pro"
                  }
                },
                "enterprise": {
                  "summary": "With the limits of a contract",
                  "value": {
                    "key": "my-big-key",
                    "plan": "enterprise",
                    "perMinute": 12000,
                    "perDay": 5000000
                  }
                }
              }
            }
          }
        },
        "responses": {
          "201": {
            "description": "The new key, with its full quota.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Key"
                },
                "examples": {
                  "key": {
                    "$ref": "#/components/examples/Key"
                  }
                }
              }
            }
          },
          "400": {
            "$ref": "#/components/responses/BadRequest"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/NotFound"
          },
          "409": {
            "$ref": "#/components/responses/Conflict"
          },
          "413": {
            "$ref": "#/components/responses/TooLarge"
          },
          "415": {
            "$ref": "#/components/responses/UnsupportedMediaType"
          }
        }
      }
    },
    "/worlds/{world}/keys/{key}": {
      "parameters": [
        {
          "$ref": "#/components/parameters/World"
        },
        {
          "$ref": "#/components/parameters/Key"
        }
      ],
      "get": {
        "operationId": "readKey",
        "summary": "Read the state of a key",
        "tags": [
          "keys"
        ],
        "responses": {
          "200": {
            "$ref": "#/components/responses/Key"
          },
          "400": {
            "$ref": "#/components/responses/BadRequest"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/NotFound"
          }
        }
      },
      "patch": {
        "operationId": "changePlan",
        "summary": "Change the plan of a key",
        "description": "Requests that the key has already made still count.",
        "tags": [
          "keys"
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/PlanChange"
              },
              "examples": {
                "business": {
                  "summary": "To a plan with fixed limits",
                  "value": {
                    "plan": "business"
                  }
                },
                "enterprise": {
                  "summary": "To the limits of a contract",
                  "value": {
                    "plan": "enterprise",
                    "perMinute": 12000,
                    "perDay": 5000000
                  }
                }
              }
            }
          }
        },
        "responses": {
          "200": {
            "$ref": "#/components/responses/Key"
          },
          "400": {
            "$ref": "#/components/responses/BadRequest"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/NotFound"
          },
          "413": {
            "$ref": "#/components/responses/TooLarge"
          },
          "415": {
            "$ref": "#/components/responses/UnsupportedMediaType"
          }
        }
      },
      "delete": {
        "operationId": "removeKey",
        "summary": "Remove a key",
        "description": "Requests with it are answered with 401 from now on.",
        "tags": [
          "keys"
        ],
        "responses": {
          "204": {
            "description": "The key is removed."
          },
          "400": {
            "$ref": "#/components/responses/BadRequest"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/NotFound"
          }
        }
      }
    },
    "/worlds/{world}/keys/{key}/remaining": {
      "parameters": [
        {
          "$ref": "#/components/parameters/World"
        },
        {
          "$ref": "#/components/parameters/Key"
        }
      ],
      "put": {
        "operationId": "setRemaining",
        "summary": "Set how many requests a key has left",
        "description": "In the minute window, in the day window, or in both. A number above the limit sets the limit. A window that is left out\ndoes not change.\n",
        "tags": [
          "keys"
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/Remaining"
              },
              "examples": {
                "almost": {
                  "summary": "The second request from now is over the limit",
                  "value": {
                    "minute": 1
                  }
                },
                "both": {
                  "summary": "No requests left today",
                  "value": {
                    "minute": 0,
                    "day": 0
                  }
                }
              }
            }
          }
        },
        "responses": {
          "200": {
            "$ref": "#/components/responses/Key"
          },
          "400": {
            "$ref": "#/components/responses/BadRequest"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/NotFound"
          },
          "413": {
            "$ref": "#/components/responses/TooLarge"
          },
          "415": {
            "$ref": "#/components/responses/UnsupportedMediaType"
          }
        }
      }
    },
    "/worlds/{world}/keys/{key}/ban": {
      "parameters": [
        {
          "$ref": "#/components/parameters/World"
        },
        {
          "$ref": "#/components/parameters/Key"
        }
      ],
      "post": {
        "operationId": "banKey",
        "summary": "Ban a key for a while",
        "description": "The ban lasts for the given seconds, or until the key's exhausted windows reset, whichever is longer.",
        "tags": [
          "keys"
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/Ban"
              },
              "examples": {
                "tenMinutes": {
                  "summary": "Ten minutes",
                  "value": {
                    "seconds": 600
                  }
                }
              }
            }
          }
        },
        "responses": {
          "200": {
            "$ref": "#/components/responses/Key"
          },
          "400": {
            "$ref": "#/components/responses/BadRequest"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/NotFound"
          },
          "413": {
            "$ref": "#/components/responses/TooLarge"
          },
          "415": {
            "$ref": "#/components/responses/UnsupportedMediaType"
          }
        }
      },
      "delete": {
        "operationId": "liftBan",
        "summary": "Lift the ban of a key",
        "description": "The strikes of the key are reset, too. Its windows do not change.",
        "tags": [
          "keys"
        ],
        "responses": {
          "200": {
            "$ref": "#/components/responses/Key"
          },
          "400": {
            "$ref": "#/components/responses/BadRequest"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/NotFound"
          }
        }
      }
    },
    "/worlds/{world}/limits": {
      "parameters": [
        {
          "$ref": "#/components/parameters/World"
        }
      ],
      "get": {
        "operationId": "readLimits",
        "summary": "Read whether the rate limits are on",
        "tags": [
          "limits"
        ],
        "responses": {
          "200": {
            "$ref": "#/components/responses/Limits"
          },
          "400": {
            "$ref": "#/components/responses/BadRequest"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/NotFound"
          }
        }
      },
      "put": {
        "operationId": "switchLimits",
        "summary": "Switch the rate limits on or off",
        "description": "While they are off, no request is counted or refused, and the rate-limit headers say that all of the window is left.",
        "tags": [
          "limits"
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/Limits"
              },
              "examples": {
                "without": {
                  "summary": "No limits",
                  "value": {
                    "on": false
                  }
                }
              }
            }
          }
        },
        "responses": {
          "200": {
            "$ref": "#/components/responses/Limits"
          },
          "400": {
            "$ref": "#/components/responses/BadRequest"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/NotFound"
          },
          "413": {
            "$ref": "#/components/responses/TooLarge"
          },
          "415": {
            "$ref": "#/components/responses/UnsupportedMediaType"
          }
        }
      }
    },
    "/worlds/{world}/choices": {
      "parameters": [
        {
          "$ref": "#/components/parameters/World"
        }
      ],
      "get": {
        "operationId": "listChoices",
        "summary": "List the open points with the chosen variants",
        "tags": [
          "choices"
        ],
        "responses": {
          "200": {
            "$ref": "#/components/responses/Choices"
          },
          "400": {
            "$ref": "#/components/responses/BadRequest"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/NotFound"
          }
        }
      },
      "patch": {
        "operationId": "choose",
        "summary": "Choose other variants",
        "description": "Open points that are left out do not change. If one variant is not lawful, nothing changes.",
        "tags": [
          "choices"
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/VariantsByPoint"
              },
              "examples": {
                "two": {
                  "summary": "Two other variants",
                  "value": {
                    "limit-above-100": "clamped",
                    "ban": "after-3-strikes-for-60-seconds"
                  }
                }
              }
            }
          }
        },
        "responses": {
          "200": {
            "$ref": "#/components/responses/Choices"
          },
          "400": {
            "$ref": "#/components/responses/BadRequest"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/NotFound"
          },
          "413": {
            "$ref": "#/components/responses/TooLarge"
          },
          "415": {
            "$ref": "#/components/responses/UnsupportedMediaType"
          }
        }
      }
    },
    "/worlds/{world}/choices/vary": {
      "parameters": [
        {
          "$ref": "#/components/parameters/World"
        }
      ],
      "post": {
        "operationId": "varyChoices",
        "summary": "Choose a random variant at every open point",
        "description": "The same seed gives the same variants. A front end that relies on behaviour that the service never promised fails.",
        "tags": [
          "choices"
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/Vary"
              },
              "examples": {
                "seven": {
                  "summary": "The same as --vary 7",
                  "value": {
                    "seed": 7
                  }
                }
              }
            }
          }
        },
        "responses": {
          "200": {
            "$ref": "#/components/responses/Choices"
          },
          "400": {
            "$ref": "#/components/responses/BadRequest"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/NotFound"
          },
          "413": {
            "$ref": "#/components/responses/TooLarge"
          },
          "415": {
            "$ref": "#/components/responses/UnsupportedMediaType"
          }
        }
      }
    },
    "/worlds/{world}/faults": {
      "parameters": [
        {
          "$ref": "#/components/parameters/World"
        }
      ],
      "get": {
        "operationId": "listFaults",
        "summary": "List the faults of a world",
        "description": "Faults that have healed are not listed.",
        "tags": [
          "faults"
        ],
        "responses": {
          "200": {
            "description": "The faults, in the order in which they were added.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Faults"
                },
                "example": [
                  {
                    "id": 1,
                    "effect": {
                      "kind": "status",
                      "status": 503
                    },
                    "operation": "listPets",
                    "times": 3,
                    "hits": 1,
                    "healsAt": null
                  }
                ]
              }
            }
          },
          "400": {
            "$ref": "#/components/responses/BadRequest"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/NotFound"
          }
        }
      },
      "post": {
        "operationId": "addFault",
        "summary": "Add a fault",
        "description": "A fault affects requests that have a valid key and are within their limits. The delays of all matching faults are added;\nof other faults the first matching one is used. At most 100 faults can exist.\n",
        "tags": [
          "faults"
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/NewFault"
              },
              "examples": {
                "unavailable": {
                  "summary": "The next three listPets requests are answered with 503",
                  "value": {
                    "effect": {
                      "kind": "status",
                      "status": 503
                    },
                    "operation": "listPets",
                    "times": 3
                  }
                },
                "slow": {
                  "summary": "Every reply is half a second late",
                  "value": {
                    "effect": {
                      "kind": "delay",
                      "from": 500
                    }
                  }
                },
                "uneven": {
                  "summary": "About every fifth reply is one to three seconds late, for a minute",
                  "value": {
                    "effect": {
                      "kind": "delay",
                      "from": 1000,
                      "to": 3000
                    },
                    "probability": 0.2,
                    "seconds": 60
                  }
                },
                "third": {
                  "summary": "Only the third request is answered with 503, a page and Retry-After",
                  "value": {
                    "effect": {
                      "kind": "status",
                      "status": 503,
                      "body": "<h1>Back soon</h1>",
                      "headers": {
                        "Content-Type": "text/html",
                        "Retry-After": "2"
                      }
                    },
                    "after": 2,
                    "times": 1
                  }
                },
                "cut": {
                  "summary": "The connection ends in the middle of the body, for one key",
                  "value": {
                    "effect": {
                      "kind": "cut",
                      "at": "mid-body"
                    },
                    "key": "free-demo-key"
                  }
                },
                "notJson": {
                  "summary": "A page instead of JSON, once",
                  "value": {
                    "effect": {
                      "kind": "not-json"
                    },
                    "times": 1
                  }
                },
                "trickle": {
                  "summary": "The body is sent in small parts over five seconds",
                  "value": {
                    "effect": {
                      "kind": "trickle",
                      "over": 5000
                    },
                    "operation": "getPet"
                  }
                }
              }
            }
          }
        },
        "responses": {
          "201": {
            "description": "The new fault.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Fault"
                },
                "example": {
                  "id": 1,
                  "effect": {
                    "kind": "status",
                    "status": 503
                  },
                  "operation": "listPets",
                  "times": 3,
                  "hits": 0,
                  "healsAt": null
                }
              }
            }
          },
          "400": {
            "$ref": "#/components/responses/BadRequest"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/NotFound"
          },
          "409": {
            "$ref": "#/components/responses/Conflict"
          },
          "413": {
            "$ref": "#/components/responses/TooLarge"
          },
          "415": {
            "$ref": "#/components/responses/UnsupportedMediaType"
          }
        }
      },
      "delete": {
        "operationId": "clearFaults",
        "summary": "Remove all faults",
        "tags": [
          "faults"
        ],
        "responses": {
          "204": {
            "description": "All faults are removed."
          },
          "400": {
            "$ref": "#/components/responses/BadRequest"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/NotFound"
          }
        }
      }
    },
    "/worlds/{world}/faults/{id}": {
      "parameters": [
        {
          "$ref": "#/components/parameters/World"
        },
        {
          "name": "id",
          "in": "path",
          "required": true,
          "description": "The number of the fault.",
          "schema": {
            "type": "integer",
            "minimum": 1,
            "maximum": 9007199254740991
          },
          "example": 1
        }
      ],
      "delete": {
        "operationId": "removeFault",
        "summary": "Remove a fault",
        "tags": [
          "faults"
        ],
        "responses": {
          "204": {
            "description": "The fault is removed."
          },
          "400": {
            "$ref": "#/components/responses/BadRequest"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/NotFound"
          }
        }
      }
    },
    "/worlds/{world}/journal": {
      "parameters": [
        {
          "$ref": "#/components/parameters/World"
        }
      ],
      "get": {
        "operationId": "readJournal",
        "summary": "Read the last exchanges of a world",
        "description": "The newest first. A page has at most `limit` exchanges and about 2 MB. For the next page, set `before` to the id of the\nlast exchange. The page after the last one is empty.\n\nA world records 1,000 exchanges, or fewer when the journals of all worlds fill their share of the memory (`--memory`).\nBodies are truncated to 16,384 characters, headers, paths and queries to 2,048; the original length is shown. Texts that\nlook like keys are redacted.\n",
        "tags": [
          "journal"
        ],
        "parameters": [
          {
            "name": "key",
            "in": "query",
            "description": "Only exchanges with this valid key. Give the whole key.",
            "schema": {
              "type": "string"
            },
            "example": "free-demo-key"
          },
          {
            "name": "status",
            "in": "query",
            "description": "Only exchanges with this status.",
            "schema": {
              "type": "integer",
              "minimum": 100,
              "maximum": 599
            },
            "example": 429
          },
          {
            "name": "operation",
            "in": "query",
            "description": "Only exchanges of this operation.",
            "schema": {
              "$ref": "#/components/schemas/ServiceOperation"
            },
            "example": "listPets"
          },
          {
            "name": "limit",
            "in": "query",
            "description": "The maximum number of exchanges.",
            "schema": {
              "type": "integer",
              "minimum": 1,
              "maximum": 1000,
              "default": 100
            },
            "example": 10
          },
          {
            "name": "before",
            "in": "query",
            "description": "Only exchanges with a smaller id.",
            "schema": {
              "type": "integer",
              "minimum": 1,
              "maximum": 9007199254740991
            },
            "example": 61
          }
        ],
        "responses": {
          "200": {
            "description": "The exchanges that match the filter.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/JournalEntries"
                },
                "examples": {
                  "one": {
                    "$ref": "#/components/examples/JournalEntries"
                  }
                }
              }
            }
          },
          "400": {
            "$ref": "#/components/responses/BadRequest"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/NotFound"
          }
        }
      },
      "delete": {
        "operationId": "clearJournal",
        "summary": "Clear the journal of a world",
        "tags": [
          "journal"
        ],
        "responses": {
          "204": {
            "description": "The journal is empty."
          },
          "400": {
            "$ref": "#/components/responses/BadRequest"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/NotFound"
          }
        }
      }
    },
    "/worlds/{world}/report": {
      "parameters": [
        {
          "$ref": "#/components/parameters/World"
        }
      ],
      "get": {
        "operationId": "readReport",
        "summary": "Read the client report of each key",
        "tags": [
          "journal"
        ],
        "responses": {
          "200": {
            "description": "One report for each key.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Report"
                },
                "example": {
                  "free-demo-key": {
                    "requests": 64,
                    "refused": 4,
                    "earlyRetries": 2,
                    "inFlight": 1,
                    "backoff": "not-growing",
                    "waitsIn": "real-time",
                    "bans": 0,
                    "deprecatedCalls": 2
                  }
                }
              }
            }
          },
          "400": {
            "$ref": "#/components/responses/BadRequest"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/NotFound"
          }
        }
      }
    },
    "/worlds/{world}/events": {
      "parameters": [
        {
          "$ref": "#/components/parameters/World"
        }
      ],
      "get": {
        "operationId": "streamEvents",
        "summary": "Stream the events of a world",
        "description": "Server-Sent Events, for `curl -N` and for `EventSource`. The data of `event: exchange` is a JournalEntry, that of\n`event: change` is a Change. `event: dropped` gives the number of events that a client has missed because it did not read.\nIds increase while the mock runs. Events are not sent again: read the journal after a gap. A heartbeat comment is sent\nevery 15 seconds. The stream ends when the world is removed or the mock stops. At most 50 streams can exist.\n\nMocks that share their state all stream the same events in the same order. Their ids come from the store and are the same\nat each mock: `12-0` for the exchange 12, `12-1` for the change after it. The stream ends when the store cannot be\nreached.\n",
        "tags": [
          "journal"
        ],
        "responses": {
          "200": {
            "$ref": "#/components/responses/Events"
          },
          "400": {
            "$ref": "#/components/responses/BadRequest"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/NotFound"
          },
          "503": {
            "$ref": "#/components/responses/TooManyStreams"
          }
        }
      }
    }
  },
  "components": {
    "securitySchemes": {
      "controlToken": {
        "type": "http",
        "scheme": "bearer",
        "description": "The token of PETSTORE_CONTROL_TOKEN, or the one that the mock prints at its start. Only requests from other machines need it."
      }
    },
    "parameters": {
      "World": {
        "name": "world",
        "in": "path",
        "required": true,
        "description": "The name of the world.",
        "schema": {
          "type": "string"
        },
        "example": "default"
      },
      "Key": {
        "name": "key",
        "in": "path",
        "required": true,
        "description": "The whole key. A slash in it must be percent-encoded.",
        "schema": {
          "type": "string"
        },
        "example": "free-demo-key"
      }
    },
    "schemas": {
      "Index": {
        "type": "object",
        "description": "The operations of this API.",
        "required": [
          "title",
          "version",
          "operations"
        ],
        "additionalProperties": false,
        "properties": {
          "title": {
            "type": "string"
          },
          "version": {
            "type": "string"
          },
          "operations": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/IndexEntry"
            }
          }
        }
      },
      "IndexEntry": {
        "type": "object",
        "description": "One operation of this API.",
        "required": [
          "operation",
          "method",
          "path",
          "summary"
        ],
        "additionalProperties": false,
        "properties": {
          "operation": {
            "type": "string"
          },
          "method": {
            "type": "string",
            "enum": [
              "GET",
              "PUT",
              "POST",
              "PATCH",
              "DELETE"
            ]
          },
          "path": {
            "type": "string"
          },
          "summary": {
            "type": "string"
          }
        }
      },
      "Health": {
        "type": "object",
        "description": "The mock runs.",
        "required": [
          "status",
          "version",
          "uptimeSeconds",
          "worlds"
        ],
        "additionalProperties": false,
        "properties": {
          "status": {
            "type": "string",
            "enum": [
              "ok"
            ]
          },
          "version": {
            "type": "string",
            "description": "The version of the mock."
          },
          "uptimeSeconds": {
            "type": "number",
            "minimum": 0,
            "description": "Seconds since the start of the mock."
          },
          "worlds": {
            "type": "integer",
            "minimum": 2,
            "description": "The number of worlds."
          }
        }
      },
      "Worlds": {
        "type": "array",
        "description": "All worlds.",
        "items": {
          "$ref": "#/components/schemas/World"
        }
      },
      "World": {
        "type": "object",
        "description": "A world and its state.",
        "required": [
          "name",
          "basePath",
          "pets",
          "keys",
          "clock",
          "limits",
          "faults"
        ],
        "additionalProperties": false,
        "properties": {
          "name": {
            "type": "string"
          },
          "basePath": {
            "type": "string",
            "description": "The path of its base address."
          },
          "proxied": {
            "$ref": "#/components/schemas/Proxied"
          },
          "pets": {
            "type": "integer",
            "minimum": 0,
            "description": "The number of pets."
          },
          "keys": {
            "type": "integer",
            "minimum": 0,
            "description": "The number of keys."
          },
          "clock": {
            "$ref": "#/components/schemas/Clock"
          },
          "limits": {
            "type": "boolean",
            "description": "Whether the rate limits are on."
          },
          "faults": {
            "type": "integer",
            "minimum": 0,
            "description": "The number of active faults."
          }
        }
      },
      "Proxied": {
        "type": "object",
        "description": "Only in the default world of a proxy (`petstore proxy`). The world has its limits and faults; the service has pets and keys.",
        "required": [
          "service",
          "baseUrl"
        ],
        "additionalProperties": false,
        "properties": {
          "service": {
            "type": "string",
            "description": "The base address of the service behind the proxy."
          },
          "baseUrl": {
            "type": "string",
            "description": "The base address of the proxy."
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
          "speed": {
            "type": "number",
            "minimum": 0.001,
            "maximum": 100000,
            "description": "The speed of the clock from now on. Where the request arrives after the end of the lease, as when a page is closed, it begins a lease anew, which restores the speed when it is not renewed."
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
      "Pets": {
        "type": "array",
        "description": "Pets.",
        "items": {
          "$ref": "#/components/schemas/Pet"
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
      "PetStatus": {
        "type": "string",
        "description": "Whether a pet can be bought.",
        "enum": [
          "available",
          "pending",
          "sold"
        ]
      },
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
            "description": "1 to 40 lower-case letters (a to z), digits and hyphens, but not v1."
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
      "Snapshot": {
        "type": "object",
        "description": "The state of a world. One without `clock` starts at the present. A mock always writes it.",
        "required": [
          "version",
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
            "description": "1 to 200 letters (a to z), digits and any of -._~+/, with = at its end only."
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
          "pet"
        ],
        "additionalProperties": false,
        "properties": {
          "createdAt": {
            "type": "string",
            "format": "date-time",
            "description": "Without it, the pet is added when the world starts. A mock always writes it."
          },
          "pet": {
            "$ref": "#/components/schemas/Pet"
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
      "Keys": {
        "type": "array",
        "description": "Keys, with their quotas.",
        "items": {
          "$ref": "#/components/schemas/Key"
        }
      },
      "Key": {
        "type": "object",
        "description": "An API key, with its quota and its client report.",
        "required": [
          "key",
          "keyId",
          "plan",
          "windows",
          "strikes",
          "bannedUntil",
          "report"
        ],
        "additionalProperties": false,
        "properties": {
          "key": {
            "type": "string"
          },
          "keyId": {
            "type": "string",
            "description": "Identifies the key in the journal."
          },
          "plan": {
            "$ref": "#/components/schemas/Plan"
          },
          "windows": {
            "type": "object",
            "required": [
              "minute",
              "day"
            ],
            "additionalProperties": false,
            "properties": {
              "minute": {
                "$ref": "#/components/schemas/Window"
              },
              "day": {
                "$ref": "#/components/schemas/Window"
              }
            }
          },
          "strikes": {
            "type": "integer",
            "minimum": 0,
            "description": "Refused requests that count towards a ban."
          },
          "bannedUntil": {
            "type": "string",
            "format": "date-time",
            "nullable": true,
            "description": "Null without a ban."
          },
          "report": {
            "$ref": "#/components/schemas/ClientReport"
          }
        }
      },
      "Window": {
        "type": "object",
        "description": "The quota of a key in a window.",
        "required": [
          "limit",
          "remaining",
          "resetsAt"
        ],
        "additionalProperties": false,
        "properties": {
          "limit": {
            "type": "integer",
            "minimum": 1
          },
          "remaining": {
            "type": "integer",
            "minimum": 0,
            "description": "Requests that are left. While the key is banned, it can send them after the ban only."
          },
          "resetsAt": {
            "type": "string",
            "format": "date-time",
            "nullable": true,
            "description": "Null while no window is open."
          }
        }
      },
      "NewKey": {
        "type": "object",
        "description": "A key to add.",
        "example": {
          "key": "team-a-key",
          "plan": "pro"
        },
        "required": [
          "key",
          "plan"
        ],
        "additionalProperties": false,
        "properties": {
          "key": {
            "type": "string",
            "pattern": "^(?=.{1,200}$)[A-Za-z0-9\\-._~+/]+=*$",
            "description": "1 to 200 letters (a to z), digits and any of -._~+/, with = at its end only."
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
      "Choices": {
        "type": "array",
        "description": "The open points with the chosen variants.",
        "items": {
          "$ref": "#/components/schemas/OpenPoint"
        }
      },
      "OpenPoint": {
        "type": "object",
        "description": "A behaviour that the document of the service leaves open.",
        "required": [
          "id",
          "section",
          "question",
          "default",
          "variants",
          "chosen"
        ],
        "additionalProperties": false,
        "properties": {
          "id": {
            "type": "string"
          },
          "section": {
            "type": "string",
            "description": "The section of the document that leaves it open."
          },
          "remark": {
            "type": "string",
            "description": "The sentence in which the document says that something is not shown."
          },
          "question": {
            "type": "string"
          },
          "default": {
            "type": "string",
            "description": "The variant that the mock uses by default."
          },
          "variants": {
            "type": "object",
            "description": "Every lawful variant, with what it means. A capital letter stands for a whole number.",
            "additionalProperties": {
              "type": "string"
            }
          },
          "chosen": {
            "type": "string",
            "description": "The current variant."
          }
        }
      },
      "VariantsByPoint": {
        "type": "object",
        "description": "The chosen variants, by open point. `GET …/choices` lists all open points and variants.",
        "additionalProperties": true
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
      "Faults": {
        "type": "array",
        "description": "Active faults.",
        "items": {
          "$ref": "#/components/schemas/Fault"
        }
      },
      "Fault": {
        "type": "object",
        "description": "A deliberate failure.",
        "required": [
          "id",
          "effect",
          "hits",
          "healsAt"
        ],
        "additionalProperties": false,
        "properties": {
          "id": {
            "type": "integer",
            "minimum": 1
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
            "minimum": 0
          },
          "times": {
            "type": "integer",
            "minimum": 1
          },
          "seconds": {
            "type": "number"
          },
          "hits": {
            "type": "integer",
            "minimum": 0,
            "description": "How often it has hit."
          },
          "healsAt": {
            "type": "string",
            "format": "date-time",
            "nullable": true,
            "description": "When it heals; null without a time."
          }
        }
      },
      "NewFault": {
        "type": "object",
        "description": "A fault to add. The optional fields restrict the requests that it hits.",
        "example": {
          "effect": {
            "kind": "delay",
            "from": 500,
            "to": 2000
          }
        },
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
            "description": "Headers that replace those of the same name, in any case. Two spellings of one name are refused, and so is what the mock alone sets or leaves out: `Access-Control-*`, `Connection`, `Content-Length`, `Date`, `Keep-Alive`, `TE`, `Trailer`, `Transfer-Encoding` and `Upgrade`.",
            "maxProperties": 50,
            "additionalProperties": {
              "type": "string",
              "maxLength": 8000,
              "description": "one line of ASCII, or of characters up to ÿ (U+00A0 to U+00FF), without a blank at its ends",
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
      "JournalEntries": {
        "type": "array",
        "description": "Exchanges, the newest first.",
        "items": {
          "$ref": "#/components/schemas/JournalEntry"
        }
      },
      "JournalEntry": {
        "type": "object",
        "description": "A request and its reply. Texts that look like keys are redacted.",
        "required": [
          "id",
          "world",
          "time",
          "method",
          "target",
          "operation",
          "key",
          "keyId",
          "address",
          "status",
          "reason",
          "request",
          "reply"
        ],
        "additionalProperties": false,
        "properties": {
          "id": {
            "type": "integer",
            "minimum": 1,
            "description": "Increases within a world."
          },
          "world": {
            "type": "string"
          },
          "time": {
            "type": "string",
            "format": "date-time",
            "description": "By the world's clock."
          },
          "method": {
            "type": "string"
          },
          "target": {
            "type": "string",
            "description": "Path and query."
          },
          "operation": {
            "type": "string",
            "nullable": true,
            "description": "Null if the path is unknown."
          },
          "key": {
            "type": "string",
            "nullable": true,
            "description": "Redacted; null without a valid key."
          },
          "keyId": {
            "type": "string",
            "nullable": true,
            "description": "Distinguishes keys whose redacted forms are equal: the `keyId` of the key. It is the same in all worlds, after a reset, and at all mocks that share their state. It changes when a mock without a shared store restarts. Null without a valid key."
          },
          "address": {
            "type": "string",
            "description": "The client's network address."
          },
          "status": {
            "type": "integer"
          },
          "reason": {
            "type": "object",
            "description": "Why the service replied so.",
            "required": [
              "step",
              "rule",
              "sentence"
            ],
            "additionalProperties": false,
            "properties": {
              "step": {
                "type": "string",
                "description": "The step that decided."
              },
              "rule": {
                "type": "string",
                "nullable": true,
                "description": "The clause or the open point behind the decision."
              },
              "sentence": {
                "type": "string"
              }
            }
          },
          "request": {
            "type": "object",
            "required": [
              "headers",
              "body"
            ],
            "additionalProperties": false,
            "properties": {
              "headers": {
                "type": "object",
                "additionalProperties": {
                  "type": "string"
                }
              },
              "body": {
                "type": "string",
                "nullable": true,
                "description": "Null if it was not read."
              }
            }
          },
          "reply": {
            "type": "object",
            "required": [
              "headers",
              "body"
            ],
            "additionalProperties": false,
            "properties": {
              "headers": {
                "type": "object",
                "additionalProperties": {
                  "type": "string"
                }
              },
              "body": {
                "type": "string"
              }
            }
          }
        }
      },
      "Change": {
        "type": "object",
        "description": "A change of a world other than by its exchanges, or a refused request to this API.",
        "required": [
          "world",
          "time",
          "what",
          "sentence"
        ],
        "additionalProperties": false,
        "properties": {
          "world": {
            "type": "string"
          },
          "time": {
            "type": "string",
            "format": "date-time",
            "description": "By the world's clock."
          },
          "what": {
            "type": "string",
            "enum": [
              "reset",
              "pets",
              "clock",
              "keys",
              "ban",
              "limits",
              "choices",
              "faults",
              "journal",
              "lease",
              "refused",
              "world-created",
              "world-removed",
              "restore"
            ]
          },
          "sentence": {
            "type": "string"
          }
        }
      },
      "Dropped": {
        "type": "object",
        "description": "The number of events that a client has missed because it did not read.",
        "required": [
          "count"
        ],
        "additionalProperties": false,
        "properties": {
          "count": {
            "type": "integer",
            "minimum": 1
          }
        }
      },
      "EventData": {
        "description": "The data of one event.",
        "oneOf": [
          {
            "$ref": "#/components/schemas/JournalEntry"
          },
          {
            "$ref": "#/components/schemas/Change"
          },
          {
            "$ref": "#/components/schemas/Dropped"
          }
        ]
      },
      "Report": {
        "type": "object",
        "description": "The client report of each key.",
        "additionalProperties": {
          "$ref": "#/components/schemas/ClientReport"
        }
      },
      "ClientReport": {
        "type": "object",
        "description": "How a client behaves under the rate limit.",
        "required": [
          "requests",
          "refused",
          "earlyRetries",
          "inFlight",
          "backoff",
          "waitsIn",
          "bans",
          "deprecatedCalls"
        ],
        "additionalProperties": false,
        "properties": {
          "requests": {
            "type": "integer",
            "minimum": 0
          },
          "refused": {
            "type": "integer",
            "minimum": 0,
            "description": "429s received."
          },
          "earlyRetries": {
            "type": "integer",
            "minimum": 0,
            "description": "Requests sent before the time that Retry-After gave by a client that had read it for certain."
          },
          "inFlight": {
            "type": "integer",
            "minimum": 0,
            "description": "Requests before that time that may have crossed the first refusal on their way. They earn no ban."
          },
          "backoff": {
            "type": "string",
            "enum": [
              "growing",
              "not-growing",
              "unknown"
            ],
            "description": "Whether the waits between refusals grew; unknown before two refusals in a row. Waits that differ by less than 50 ms, or a tenth, are equal."
          },
          "waitsIn": {
            "type": "string",
            "enum": [
              "real-time",
              "world-time"
            ],
            "description": "The time by which waits are measured: world-time if the world's clock ran at another speed than 1. It then says nothing about the real seconds that the client waited."
          },
          "bans": {
            "type": "integer",
            "minimum": 0,
            "description": "The number of bans that the client earned. A ban that the control API set does not count."
          },
          "deprecatedCalls": {
            "type": "integer",
            "minimum": 0,
            "description": "Calls of the deprecated operation."
          }
        }
      },
      "Error": {
        "type": "object",
        "description": "Why a request was refused.",
        "required": [
          "code",
          "message",
          "status"
        ],
        "additionalProperties": false,
        "properties": {
          "code": {
            "type": "string",
            "description": "The reason, for programs.",
            "enum": [
              "malformed_json",
              "invalid_body",
              "invalid_parameter",
              "token_required",
              "foreign_origin",
              "foreign_host",
              "not_found",
              "path_not_found",
              "method_not_allowed",
              "conflict",
              "body_too_large",
              "unsupported_media_type",
              "internal_error",
              "too_many_streams",
              "store_unavailable"
            ]
          },
          "message": {
            "type": "string",
            "description": "The reason, for people, and what to do instead."
          },
          "status": {
            "type": "integer",
            "description": "The HTTP status of the response."
          }
        }
      }
    },
    "responses": {
      "Document": {
        "description": "The document, as YAML.",
        "content": {
          "application/yaml": {
            "schema": {
              "type": "string"
            },
            "example": "openapi: 3.0.3\n"
          }
        }
      },
      "Clock": {
        "description": "The clock.",
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/Clock"
            },
            "example": {
              "now": "2030-12-05T00:00:00.000Z",
              "frozen": false,
              "speed": 1
            }
          }
        }
      },
      "Key": {
        "description": "The key.",
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/Key"
            },
            "examples": {
              "key": {
                "$ref": "#/components/examples/Key"
              }
            }
          }
        }
      },
      "Limits": {
        "description": "Whether the rate limits are on.",
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/Limits"
            },
            "example": {
              "on": true
            }
          }
        }
      },
      "Choices": {
        "description": "The open points with the chosen variants.",
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/Choices"
            },
            "example": [
              {
                "id": "limit-above-100",
                "section": "GET /pets",
                "question": "What does GET /pets answer when `limit` is a whole number above 100?",
                "default": "400",
                "variants": {
                  "400": "Refused with 400 and an Error body that names `limit`.",
                  "clamped": "Treated as 100.",
                  "ignored": "Treated as though it had not been sent."
                },
                "chosen": "clamped"
              }
            ]
          }
        }
      },
      "Events": {
        "description": "An endless stream of events. The schema is that of the data of each event, as JSON.",
        "content": {
          "text/event-stream": {
            "schema": {
              "$ref": "#/components/schemas/EventData"
            }
          }
        }
      },
      "BadRequest": {
        "description": "A parameter or the body is invalid. The message names the field.",
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/Error"
            },
            "examples": {
              "body": {
                "summary": "An unknown field",
                "value": {
                  "code": "invalid_body",
                  "message": "minuts is not known. Did you mean minutes?",
                  "status": 400
                }
              },
              "json": {
                "summary": "Not JSON",
                "value": {
                  "code": "malformed_json",
                  "message": "The body is not JSON: Unexpected end of JSON input",
                  "status": 400
                }
              },
              "parameter": {
                "summary": "A query parameter that is not a number",
                "value": {
                  "code": "invalid_parameter",
                  "message": "status must be an integer",
                  "status": 400
                }
              }
            }
          }
        }
      },
      "Unauthorized": {
        "description": "The request came from another machine or through a proxy, without the token.",
        "headers": {
          "WWW-Authenticate": {
            "description": "How to send the token (RFC 6750).",
            "required": true,
            "schema": {
              "type": "string"
            },
            "example": "Bearer realm=\"petstore-control\""
          }
        },
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/Error"
            },
            "examples": {
              "token": {
                "summary": "No token",
                "value": {
                  "code": "token_required",
                  "message": "From another machine or through a proxy, send \"Authorization: Bearer <token>\" with the token of PETSTORE_CONTROL_TOKEN, or the one that a mock with --host prints when it starts",
                  "status": 401
                }
              }
            }
          }
        }
      },
      "Forbidden": {
        "description": "A page of another origin sent the request, or its `Host` is not a loopback name.",
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/Error"
            },
            "examples": {
              "origin": {
                "summary": "A page of another origin",
                "value": {
                  "code": "foreign_origin",
                  "message": "The control API refuses pages of other origins, and this request came from http://localhost:3000. Allow that origin with --allow-origin",
                  "status": 403
                }
              },
              "host": {
                "summary": "A name that may be due to DNS rebinding",
                "value": {
                  "code": "foreign_host",
                  "message": "The control API answers to loopback names such as localhost and 127.0.0.1, and not to evil.example",
                  "status": 403
                }
              }
            }
          }
        }
      },
      "NotFound": {
        "description": "The world, lease, pet, key, fault or path does not exist.",
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/Error"
            },
            "examples": {
              "world": {
                "summary": "An unknown world",
                "value": {
                  "code": "not_found",
                  "message": "There is no world \"stagign\". Did you mean staging?",
                  "status": 404
                }
              },
              "path": {
                "summary": "An unknown path",
                "value": {
                  "code": "path_not_found",
                  "message": "There is no /_mock/worlds/default/jurnal. Did you mean /_mock/worlds/default/journal?",
                  "status": 404
                }
              }
            }
          }
        }
      },
      "Conflict": {
        "description": "It exists already, the maximum number exists, or it cannot be removed.",
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/Error"
            },
            "examples": {
              "exists": {
                "summary": "The world exists already",
                "value": {
                  "code": "conflict",
                  "message": "The world worker-1 exists already: remove or reset it",
                  "status": 409
                }
              }
            }
          }
        }
      },
      "TooLarge": {
        "description": "The body is larger than 1 MB.",
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/Error"
            },
            "examples": {
              "body": {
                "summary": "Too large",
                "value": {
                  "code": "body_too_large",
                  "message": "The body is larger than 1000000 bytes",
                  "status": 413
                }
              }
            }
          }
        }
      },
      "UnsupportedMediaType": {
        "description": "The Content-Type of the body is not JSON.",
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/Error"
            },
            "examples": {
              "form": {
                "summary": "The default Content-Type of curl -d",
                "value": {
                  "code": "unsupported_media_type",
                  "message": "The body must be sent with \"Content-Type: application/json\"",
                  "status": 415
                }
              }
            }
          }
        }
      },
      "TooManyStreams": {
        "description": "50 event streams exist already.",
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/Error"
            },
            "examples": {
              "full": {
                "summary": "Too many streams",
                "value": {
                  "code": "too_many_streams",
                  "message": "There are 50 event streams already: close one first",
                  "status": 503
                }
              }
            }
          }
        }
      }
    },
    "examples": {
      "World": {
        "summary": "A world",
        "value": {
          "name": "worker-1",
          "basePath": "/worker-1/v1",
          "pets": 100,
          "keys": 5,
          "clock": {
            "now": "2026-03-01T12:00:00.000Z",
            "frozen": false,
            "speed": 1
          },
          "limits": true,
          "faults": 0
        }
      },
      "Worlds": {
        "summary": "The two worlds that always exist",
        "value": [
          {
            "name": "default",
            "basePath": "/v1",
            "pets": 100,
            "keys": 5,
            "clock": {
              "now": "2026-03-01T12:00:00.000Z",
              "frozen": false,
              "speed": 1
            },
            "limits": true,
            "faults": 0
          },
          {
            "name": "staging",
            "basePath": "/staging/v1",
            "pets": 100,
            "keys": 5,
            "clock": {
              "now": "2026-03-01T12:00:00.000Z",
              "frozen": false,
              "speed": 1
            },
            "limits": true,
            "faults": 0
          }
        ]
      },
      "Key": {
        "summary": "A key that has made some requests",
        "value": {
          "key": "free-demo-key",
          "keyId": "3f81c02e9a6d47b5",
          "plan": "free",
          "windows": {
            "minute": {
              "limit": 60,
              "remaining": 57,
              "resetsAt": "2026-03-01T12:01:00.000Z"
            },
            "day": {
              "limit": 1000,
              "remaining": 997,
              "resetsAt": "2026-03-02T00:00:00.000Z"
            }
          },
          "strikes": 0,
          "bannedUntil": null,
          "report": {
            "requests": 3,
            "refused": 0,
            "earlyRetries": 0,
            "inFlight": 0,
            "backoff": "unknown",
            "waitsIn": "real-time",
            "bans": 0,
            "deprecatedCalls": 1
          }
        }
      },
      "Keys": {
        "summary": "An unused key",
        "value": [
          {
            "key": "free-demo-key",
            "keyId": "3f81c02e9a6d47b5",
            "plan": "free",
            "windows": {
              "minute": {
                "limit": 60,
                "remaining": 60,
                "resetsAt": null
              },
              "day": {
                "limit": 1000,
                "remaining": 1000,
                "resetsAt": null
              }
            },
            "strikes": 0,
            "bannedUntil": null,
            "report": {
              "requests": 0,
              "refused": 0,
              "earlyRetries": 0,
              "inFlight": 0,
              "backoff": "unknown",
              "waitsIn": "real-time",
              "bans": 0,
              "deprecatedCalls": 0
            }
          }
        ]
      },
      "JournalEntries": {
        "summary": "A request over the limit",
        "value": [
          {
            "id": 61,
            "world": "default",
            "time": "2026-03-01T12:00:23.000Z",
            "method": "GET",
            "target": "/v1/pets?limit=2",
            "operation": null,
            "key": "free…ey",
            "keyId": "3f81c02e9a6d47b5",
            "address": "127.0.0.1",
            "status": 429,
            "reason": {
              "step": "meter",
              "rule": "LIMIT-7",
              "sentence": "plan Free is allowed 60 requests a minute; the window opened 12:00:00 and resets in 37 s"
            },
            "request": {
              "headers": {
                "host": "127.0.0.1:4010",
                "authorization": "Bearer free…ey"
              },
              "body": null
            },
            "reply": {
              "headers": {
                "Content-Type": "application/json",
                "Retry-After": "37"
              },
              "body": "{\"code\":\"rate_limit_exceeded\",\"message\":\"The rate limit is exceeded\",\"status\":429}"
            }
          }
        ]
      }
    }
  }
} as const
