// Generated from mock/control/openapi.yaml by npm run generate.
export const controlOpenapi = {
  "openapi": "3.0.3",
  "info": {
    "title": "Pet Store mock, control API",
    "version": "0.1.0",
    "description": "What the mock can be told to do, as a script, a test or the control-room page tells it. Everything here concerns\nthe mock alone: the service that it acts out has none of it.\n\nA *world* is one isolated copy of the service. The world `default` answers at `/v1`, `staging` at `/staging/v1`,\nand any other at `/{world}/v1`. So, with nothing but curl:\n\n    curl http://127.0.0.1:4010/_mock/worlds\n    curl -X POST http://127.0.0.1:4010/_mock/worlds/default/reset\n    curl -X POST http://127.0.0.1:4010/_mock/worlds/default/clock/advance \\\n      -H 'Content-Type: application/json' -d '{\"minutes\": 1}'\n\n- Bodies are JSON, in both directions. A field that nobody knows is refused, and the nearest right one named.\n- Times are ISO 8601 in UTC, by the clock of the world that they belong to.\n- Errors have the shape of the service's own errors. Besides those that each operation lists, an unknown path is\n  answered 404, and another method than those of a path 405 with `Allow`.\n- Nothing here is metered, needs an API key, or is in the journal.\n\nOn the mock's own machine no token is needed, and only a loopback name (`localhost`, `127.0.0.1`, `[::1]`) is\ntaken for `Host`. A request from elsewhere must present the token of PETSTORE_CONTROL_TOKEN, or the one that the mock prints. No page of\nanother origin is answered.\n\nTo a browser, `/_mock/docs/` shows this document and that of the service (`?document=control`, `?document=service`),\nand tries their requests. Any link may lead there; only what the page then asks of this API is guarded.\n",
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
      "description": "A world's own time. Windows, bans, faults and the removal of getPet follow it."
    },
    {
      "name": "keys",
      "description": "The API keys of a world, with what each has left."
    },
    {
      "name": "limits",
      "description": "The off switch of the rate limits."
    },
    {
      "name": "choices",
      "description": "The lawful variant that a world takes at each open point."
    },
    {
      "name": "faults",
      "description": "Things deliberately broken, for a front end to survive."
    },
    {
      "name": "journal",
      "description": "What happened, and what it says of the clients."
    }
  ],
  "paths": {
    "/": {
      "get": {
        "operationId": "showIndex",
        "summary": "List what can be done here",
        "description": "A browser, which asks for HTML, is given the control room instead.",
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
        "description": "Survives every reset and spends nobody's quota.",
        "tags": [
          "mock"
        ],
        "responses": {
          "200": {
            "description": "It runs.",
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
        "summary": "Read the counts of all worlds",
        "description": "In the Prometheus text exposition format 0.0.4. A reset does not set the counters back.",
        "tags": [
          "mock"
        ],
        "responses": {
          "200": {
            "description": "The counts.",
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
        "description": "Its servers are the worlds that there are.",
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
        "summary": "Follow what happens in all worlds",
        "description": "As `/worlds/{world}/events`, for all worlds and for those still to come. The stream ends when the mock stops.\n",
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
        "description": "It starts as the default world started, except for what the body says. A test worker that has a world of its own\nmeets nobody. There may be 100 worlds.\n",
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
                  "summary": "As the default world started",
                  "value": {
                    "name": "worker-1"
                  }
                },
                "full": {
                  "summary": "With pets and choices of its own",
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
            "description": "The world, as created.",
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
        "description": "The worlds `default` and `staging` stay. Event streams of the world end.",
        "tags": [
          "worlds"
        ],
        "responses": {
          "204": {
            "description": "It is gone."
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
        "summary": "Put a world back to how it started",
        "description": "Pets, keys, counters, bans, clock, choices, faults, limits and journal, all at once: no request sees half of\nit. A request that is under way ends in the state that it met.\n",
        "tags": [
          "worlds"
        ],
        "responses": {
          "200": {
            "description": "The world, as it started.",
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
        "description": "Everything that a client can meet: pets, keys with what each has left, bans, clock, choices, faults and limits. Not the\njournal, nor how clients behaved. It holds the keys as they are.\n",
        "tags": [
          "worlds"
        ],
        "responses": {
          "200": {
            "description": "The world, as it is now.",
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
        "summary": "Put a world into the state that was saved",
        "description": "All at once, as a reset does; the journal begins anew. The clock goes on from the time that was saved. A document that does\nnot fit is refused, and nothing is changed. It may have 64 MB. A reset puts the world back to how it started still.\n",
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
            "description": "The world, as it was saved.",
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
          "description": "A name of your own for the lease.",
          "schema": {
            "type": "string",
            "pattern": "^[a-z0-9-]{1,40}$",
            "description": "1 to 40 lower-case letters, digits and hyphens."
          },
          "example": "my-script"
        }
      ],
      "put": {
        "operationId": "takeLease",
        "summary": "Have a world put back, should your script be killed",
        "description": "Take a lease before you speed a clock up or add keys, and renew it by the same request while you are at it. When it ends\n(by `DELETE`, or because it was not renewed for so many seconds of the time outside) its keys are removed, and with the last\nlease of a world its clock has the speed again, and stands still or not, as when the first one was taken. The time\nstays. A reset of the world ends its leases. There may be 100 leases.\n",
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
            "description": "It lasts so long from now on."
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
        "description": "What it stands for is put back.",
        "tags": [
          "worlds"
        ],
        "responses": {
          "204": {
            "description": "It has ended."
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
        "description": "The newest first, whatever is chosen at the open points. Spends nobody's quota.",
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
            "description": "At most so many.",
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
            "description": "The pets that pass the filter.",
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
        "summary": "Add a pet from outside",
        "description": "Whatever is chosen at the open points, and spends nobody's quota. The world assigns the id where none is given.\n",
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
                  "summary": "With an id of the world's own numbering",
                  "value": {
                    "name": "Rex",
                    "categoryId": 2,
                    "status": "available"
                  }
                },
                "numbered": {
                  "summary": "With an id of your own",
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
            "description": "The pet, as it is kept.",
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
        "summary": "Change a pet from outside",
        "description": "What is left out stays, and the pet keeps its place in the lists. So a page that polls sees it sold.",
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
                  "summary": "Somebody has bought it",
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
            "description": "The pet, as it is now.",
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
        "summary": "Remove a pet from outside",
        "description": "From now on it is not found and in no list. The world gives its id to no other.",
        "tags": [
          "pets"
        ],
        "responses": {
          "204": {
            "description": "It is gone."
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
        "description": "What is left out stays as it is.",
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
                  "summary": "Stand still",
                  "value": {
                    "frozen": true
                  }
                },
                "speed": {
                  "summary": "One minute for each second",
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
        "summary": "Move a world's clock forwards",
        "description": "The parts add up. A frozen clock moves too, and stays frozen. No clock goes beyond the year 9900.",
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
                  "summary": "Until the minute window is renewed",
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
            "description": "All keys, with what each has left.",
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
        "description": "Of 10,000 keys the one that was idle the longest makes room.",
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
                  "summary": "On a plan with figures of its own",
                  "value": {
                    "key": "my-pro-key",
                    "plan": "pro"
                  }
                },
                "enterprise": {
                  "summary": "With the figures of a contract",
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
            "description": "The key, with its whole quota.",
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
        "summary": "Put a key on another plan",
        "description": "What it has used of its windows stays used.",
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
                  "summary": "To a plan with figures of its own",
                  "value": {
                    "plan": "business"
                  }
                },
                "enterprise": {
                  "summary": "To the figures of a contract",
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
        "description": "Requests with it are answered 401 from now on.",
        "tags": [
          "keys"
        ],
        "responses": {
          "204": {
            "description": "It is gone."
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
        "description": "In the minute window, in the day window, or in both. More than the limit is taken as the limit, and a window that is\nleft out stays as it is.\n",
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
                  "summary": "The next request but one is over the limit",
                  "value": {
                    "minute": 1
                  }
                },
                "both": {
                  "summary": "Nothing left today",
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
        "description": "For so many seconds, or for as long as its full windows would refuse it, whichever is longer.",
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
        "description": "Forgets its strikes too. The windows stay as they are.",
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
        "description": "While they are off nothing is counted, nobody is refused, and the headers do not change.",
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
        "summary": "List the open points, and what is chosen at each",
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
        "description": "Open points that are left out stay as they are. One unlawful variant, and nothing is changed.",
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
        "summary": "Take a random variant at every open point",
        "description": "The same for the same seed. A front end that leans on something never promised breaks now.",
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
                  "summary": "As --vary 7 does",
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
        "description": "Those that have healed are gone.",
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
        "description": "It hits requests that have a valid key and are within their limits. Delays add up; of other faults that\nmatch a request the first one counts. There may be 100 faults.\n",
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
                  "summary": "The next three lists are answered 503",
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
                  "summary": "Every fifth reply or so comes one to three seconds late, for a minute",
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
                  "summary": "The third request alone is answered 503, with a page and a Retry-After",
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
                  "summary": "The body drips over five seconds",
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
            "description": "The fault, which may hit from now on.",
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
            "description": "They are gone."
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
            "description": "It is gone."
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
        "description": "The newest first, a page at a time: `limit` of them, and no more than about 2 MB. `before`, with the id of the last\none, asks for the next page; behind the last page comes an empty one.\n\nA world remembers 1,000 exchanges, and fewer when the journals of all worlds fill the memory set aside for them\n(`--memory`). Of a body it keeps the first 16,384 characters, of a header, path or query the first 2,048, and says\nhow long it was. Whatever looks like a key is cut.\n",
        "tags": [
          "journal"
        ],
        "parameters": [
          {
            "name": "key",
            "in": "query",
            "description": "Only exchanges with this valid key, written in full.",
            "schema": {
              "type": "string"
            },
            "example": "free-demo-key"
          },
          {
            "name": "status",
            "in": "query",
            "description": "Only exchanges that were answered with this status.",
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
            "description": "Only exchanges that asked for this operation.",
            "schema": {
              "$ref": "#/components/schemas/ServiceOperation"
            },
            "example": "listPets"
          },
          {
            "name": "limit",
            "in": "query",
            "description": "At most so many, the newest.",
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
            "description": "The exchanges that pass the filter.",
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
            "description": "It is empty."
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
        "summary": "Read how well each key's client behaves",
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
        "summary": "Follow what happens in a world",
        "description": "Server-Sent Events, for `curl -N` and for `EventSource`. `event: exchange` carries a JournalEntry, `event: change`\na Change, and `event: dropped` says how many events a client has missed because it did not read. Ids count up\nwhile the mock runs; nothing is sent again, so after a gap read the journal. A comment every 15 seconds keeps\nthe connection open. The stream ends with the world and when the mock stops. There may be 50 streams.\n\nOf mocks that share their state, each streams what all of them answer, in one order. The ids are then those of a\nworld in the store, the same at each mock: `12-0` for the exchange 12, `12-1` for the change behind it. The\nstream ends when the store cannot be reached.\n",
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
        "description": "That of PETSTORE_CONTROL_TOKEN, or the one that the mock prints when it starts. Asked for only of requests from another machine."
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
        "description": "The key in full, percent-encoded where it holds a slash.",
        "schema": {
          "type": "string"
        },
        "example": "free-demo-key"
      }
    },
    "schemas": {
      "Index": {
        "type": "object",
        "description": "What this API can do.",
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
        "description": "That the mock runs, which, and how long.",
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
            "description": "How long it has been running."
          },
          "worlds": {
            "type": "integer",
            "minimum": 2,
            "description": "How many worlds there are."
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
        "description": "One isolated copy of the service, and its state.",
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
          "pets": {
            "type": "integer",
            "minimum": 0,
            "description": "How many pets there are."
          },
          "keys": {
            "type": "integer",
            "minimum": 0,
            "description": "How many keys there are."
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
            "description": "How many faults may hit."
          }
        }
      },
      "Lease": {
        "type": "object",
        "description": "What is to be put back, and when at the latest.",
        "required": [
          "seconds"
        ],
        "additionalProperties": false,
        "properties": {
          "seconds": {
            "type": "number",
            "minimum": 1,
            "maximum": 3600,
            "description": "By the time outside."
          },
          "keys": {
            "type": "array",
            "maxItems": 25,
            "description": "Keys to remove; those that there are not by then are passed over.",
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
        "description": "A pet as it is kept. It may have fields that are not documented.",
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
            "description": "The world assigns one where it is left out."
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
        "description": "What is to be different about a pet.",
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
        "description": "Whether a pet can be had.",
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
            "description": "1 to 40 lower-case letters, digits and hyphens, but not v1."
          },
          "seed": {
            "type": "integer",
            "minimum": 0,
            "maximum": 9007199254740991,
            "description": "For the pets and for everything else that is random."
          },
          "pets": {
            "description": "How many pets it starts with, as far as the memory of all worlds goes (`--memory`), or which ones, in as many as a body of 1 MB holds. With neither `seed` nor `pets` they are those of the default world.",
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
            "description": "Keys besides those that it starts with; the name of one of those gives it another plan.",
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
            "description": "A seed that takes a random variant at every open point; `choices` go over it."
          },
          "faults": {
            "type": "array",
            "maxItems": 100,
            "description": "Faults to start with.",
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
        "description": "A world as it was at a moment.",
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
            "description": "Of this form; 1 is known."
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
            "description": "Clients without a key, by their address.",
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
            "description": "Those that the service knows, where it asks for a known one.",
            "items": {
              "type": "integer",
              "format": "int64"
            }
          },
          "ids": {
            "type": "object",
            "description": "What ids are assigned by.",
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
                "description": "The next one in this way of counting."
              },
              "beyond-2-53": {
                "type": "integer",
                "format": "int64"
              },
              "gone": {
                "type": "array",
                "maxItems": 10000,
                "description": "Ids of removed pets, which no other is given.",
                "items": {
                  "type": "integer",
                  "format": "int64"
                }
              }
            }
          },
          "random": {
            "type": "object",
            "description": "Where the chances of ids and of faults are.",
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
        "description": "A key, with what it has used.",
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
      "SavedAddress": {
        "type": "object",
        "description": "A client without a key, with what it has used.",
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
        "description": "What was used in each window, and what counts towards a ban.",
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
            "description": "When they are forgotten."
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
            "description": "Left out where none is open."
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
        "description": "A fault, with what it did so far.",
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
            "description": "Requests that it could have hit."
          },
          "healsAt": {
            "type": "string",
            "format": "date-time",
            "description": "When it heals by itself."
          }
        }
      },
      "SavedPet": {
        "type": "object",
        "description": "A pet, with fields that are not documented as well, and when it was added.",
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
            "description": "Whether it stands still."
          },
          "speed": {
            "type": "number",
            "description": "Seconds of the world for one second outside."
          }
        }
      },
      "ClockChange": {
        "type": "object",
        "description": "What is to be different about a clock.",
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
        "description": "A duration; its parts add up.",
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
        "description": "A plan; `enterprise` has figures for each key.",
        "enum": [
          "free",
          "pro",
          "business",
          "enterprise"
        ]
      },
      "Keys": {
        "type": "array",
        "description": "Keys, with what each has left.",
        "items": {
          "$ref": "#/components/schemas/Key"
        }
      },
      "Key": {
        "type": "object",
        "description": "An API key, with what it has left and how its client behaves.",
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
            "description": "What the journal knows the key by."
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
        "description": "What a key has left in a window.",
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
            "minimum": 0
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
      "PlanChange": {
        "type": "object",
        "description": "The plan that a key is to have.",
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
        "description": "How many requests a key is to have left.",
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
        "description": "How long a key is to be banned.",
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
        "description": "The open points, and what is chosen at each.",
        "items": {
          "$ref": "#/components/schemas/OpenPoint"
        }
      },
      "OpenPoint": {
        "type": "object",
        "description": "Something that the document of the service leaves open.",
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
            "description": "The words of the document, where it says that something is not shown."
          },
          "question": {
            "type": "string"
          },
          "default": {
            "type": "string",
            "description": "The variant that the mock takes where nobody chose."
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
            "description": "The variant in force."
          }
        }
      },
      "VariantsByPoint": {
        "type": "object",
        "description": "The variant to take, for each open point that is named. `GET …/choices` lists both.",
        "additionalProperties": true
      },
      "Vary": {
        "type": "object",
        "description": "What the random variants are drawn by.",
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
        "description": "Faults that may hit.",
        "items": {
          "$ref": "#/components/schemas/Fault"
        }
      },
      "Fault": {
        "type": "object",
        "description": "Something deliberately broken.",
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
            "description": "When it heals by itself; null where it was given no time."
          }
        }
      },
      "NewFault": {
        "type": "object",
        "description": "A fault to add. What is left out does not narrow it.",
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
            "description": "How likely it hits a request."
          },
          "after": {
            "type": "integer",
            "minimum": 0,
            "maximum": 1000000000,
            "description": "It lets so many requests pass first that it could hit. With 2, the third one is hit."
          },
          "times": {
            "type": "integer",
            "minimum": 1,
            "maximum": 1000000000,
            "description": "It heals after having hit so often."
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
        "description": "The reply comes later, by a random time within the bounds.",
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
            "description": "Milliseconds; as `from` where it is left out."
          }
        }
      },
      "StatusEffect": {
        "type": "object",
        "description": "The reply has this status, and nothing is done. Without a body of its own it has an Error of the status from 400 on, and\nnone below. A 429 needs headers of its own: a true one comes of what a key has left.\n",
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
            "description": "Sent as it is; as JSON, unless `headers` say otherwise."
          },
          "headers": {
            "type": "object",
            "description": "Headers to send, in the place of those of the same name. Those of the connection, of its framing and of CORS (`Connection`, `Content-Length`, `Access-Control-…`) stay as they are.",
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
        "description": "The service acts, and the connection ends before the reply or in the middle of its body.",
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
        "description": "The service acts, and the body is an HTML page.",
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
        "description": "The service acts, and the body comes in drops.",
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
            "description": "Milliseconds that the body takes."
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
        "description": "One request and its reply. Whatever looks like a key is cut.",
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
            "description": "Counts up within a world."
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
            "description": "Null where none was found."
          },
          "key": {
            "type": "string",
            "nullable": true,
            "description": "Null without a valid one."
          },
          "keyId": {
            "type": "string",
            "nullable": true,
            "description": "Tells keys apart that are cut alike: the `keyId` of the key, the same in all worlds, after a reset, and at all mocks that share their state; another after a restart of a mock that keeps its state itself. Null without a valid key."
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
            "description": "Why the reply is what it is.",
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
                "description": "The clause or the open point that it follows."
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
                "description": "Null where it was not read."
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
        "description": "Something that changed in a world besides its exchanges, or a request of this API that was refused.",
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
        "description": "How many events a client has missed because it did not read.",
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
        "description": "How well each key's client behaves, by key.",
        "additionalProperties": {
          "$ref": "#/components/schemas/ClientReport"
        }
      },
      "ClientReport": {
        "type": "object",
        "description": "How well a client behaves.",
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
            "description": "Requests sent before the instant that Retry-After named, by a client that had been told."
          },
          "inFlight": {
            "type": "integer",
            "minimum": 0,
            "description": "Requests before that instant that were on their way already when the first refusal went out."
          },
          "backoff": {
            "type": "string",
            "enum": [
              "growing",
              "not-growing",
              "unknown"
            ],
            "description": "Whether the waits between refusals grew; unknown before there were two in a row. Waits that differ by less than 50 ms, or a tenth, are equal."
          },
          "waitsIn": {
            "type": "string",
            "enum": [
              "real-time",
              "world-time"
            ],
            "description": "In which time the waits are judged: world-time when the world's clock ran at a speed other than 1 meanwhile. Whether the client waited so long in real seconds cannot be judged then."
          },
          "bans": {
            "type": "integer",
            "minimum": 0,
            "description": "Bans earned."
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
            "description": "The reason, for machines.",
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
        "description": "The clock, as it is now.",
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
        "description": "The key, as it is now.",
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
        "description": "The open points, and what is chosen at each now.",
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
                  "clamped": "Taken as 100.",
                  "ignored": "Treated as though it had not been sent."
                },
                "chosen": "clamped"
              }
            ]
          }
        }
      },
      "Events": {
        "description": "A stream of events that has no end of its own. The schema is that of each event's data, as JSON.",
        "content": {
          "text/event-stream": {
            "schema": {
              "$ref": "#/components/schemas/EventData"
            }
          }
        }
      },
      "BadRequest": {
        "description": "A parameter or the body is not what the document asks for. The message names the field.",
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/Error"
            },
            "examples": {
              "body": {
                "summary": "A field that nobody knows",
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
                "summary": "A query parameter that is no number",
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
        "description": "The request came from another machine, or through a proxy, without the token.",
        "headers": {
          "WWW-Authenticate": {
            "description": "How to present the token (RFC 6750).",
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
        "description": "A page of another origin sent the request, or it came under a name that is not this machine's.",
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
                  "message": "The control API answers no page of another origin, and this request came from http://localhost:3000",
                  "status": 403
                }
              },
              "host": {
                "summary": "A name that may have been rebound",
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
        "description": "There is no such world, lease, pet, key, fault or path.",
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/Error"
            },
            "examples": {
              "world": {
                "summary": "No such world",
                "value": {
                  "code": "not_found",
                  "message": "There is no world \"stagign\". Did you mean staging?",
                  "status": 404
                }
              },
              "path": {
                "summary": "No such path",
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
        "description": "It exists already, there is no room for more, or it cannot be removed.",
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/Error"
            },
            "examples": {
              "exists": {
                "summary": "It exists already",
                "value": {
                  "code": "conflict",
                  "message": "The world worker-1 exists already",
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
        "description": "The body is not announced as JSON.",
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/Error"
            },
            "examples": {
              "form": {
                "summary": "What curl -d sends by itself",
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
        "description": "There are 50 event streams already.",
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/Error"
            },
            "examples": {
              "full": {
                "summary": "No stream is left",
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
        "summary": "The two worlds that are always there",
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
        "summary": "A key that was not used yet",
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
