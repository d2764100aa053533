// Generated from spec/openapi.yaml by npm run generate.
export const openapi = {
  "openapi": "3.0.3",
  "info": {
    "title": "Pet Store",
    "version": "1.0.0",
    "description": "A pet store over HTTP: list the pets available for adoption, add one, fetch one by its identifier.\n\nThis file describes in OpenAPI what `service-interface.md` (\"the document\") describes in words.\nWhat the document leaves open stays open here, and the descriptions say where.\n",
    "license": {
      "name": "Apache-2.0",
      "url": "https://www.apache.org/licenses/LICENSE-2.0"
    }
  },
  "servers": [
    {
      "url": "http://127.0.0.1:4010/v1",
      "description": "The mock on this machine."
    },
    {
      "url": "http://127.0.0.1:4010/staging/v1",
      "description": "The mock's second base address, which stands for staging."
    }
  ],
  "security": [
    {
      "bearerAuth": []
    }
  ],
  "tags": [
    {
      "name": "pets",
      "description": "The pets of the store."
    }
  ],
  "paths": {
    "/pets": {
      "get": {
        "operationId": "listPets",
        "summary": "List pets",
        "description": "Returns one page of pets, of any status unless `status` names one.\nThe document does not say how a further page is requested, nor in which order the pets come.\n",
        "tags": [
          "pets"
        ],
        "parameters": [
          {
            "name": "limit",
            "in": "query",
            "description": "The size of the page.",
            "schema": {
              "type": "integer",
              "minimum": 1,
              "maximum": 100,
              "default": 20
            },
            "example": 20
          },
          {
            "name": "status",
            "in": "query",
            "description": "Only pets of this status. Without it, nothing is filtered.",
            "schema": {
              "$ref": "#/components/schemas/PetStatus"
            },
            "example": "available"
          }
        ],
        "responses": {
          "200": {
            "description": "A page of pets.",
            "headers": {
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/X-RateLimit-Limit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/X-RateLimit-Remaining"
              },
              "X-RateLimit-Reset": {
                "$ref": "#/components/headers/X-RateLimit-Reset"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Pets"
                },
                "examples": {
                  "page": {
                    "summary": "Two pets",
                    "value": [
                      {
                        "id": 1,
                        "name": "Biscuit",
                        "categoryId": 2,
                        "status": "available"
                      },
                      {
                        "id": 4,
                        "name": "Mochi",
                        "categoryId": 3,
                        "status": "available"
                      }
                    ]
                  },
                  "empty": {
                    "summary": "No pet has the status asked for",
                    "value": []
                  }
                }
              }
            }
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "429": {
            "$ref": "#/components/responses/TooManyRequests"
          }
        }
      },
      "post": {
        "operationId": "createPet",
        "summary": "Add a pet",
        "description": "Adds a pet and returns it with the identifier that the service has assigned.\nThe document does not say which status a pet has when none is given.\n",
        "tags": [
          "pets"
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/NewPet"
              },
              "examples": {
                "minimal": {
                  "summary": "Only the required fields",
                  "value": {
                    "name": "Biscuit",
                    "categoryId": 2
                  }
                },
                "full": {
                  "summary": "Every field",
                  "value": {
                    "name": "Mochi",
                    "categoryId": 3,
                    "status": "pending"
                  }
                }
              }
            }
          }
        },
        "responses": {
          "201": {
            "description": "The pet as added, with its identifier.",
            "headers": {
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/X-RateLimit-Limit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/X-RateLimit-Remaining"
              },
              "X-RateLimit-Reset": {
                "$ref": "#/components/headers/X-RateLimit-Reset"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Pet"
                },
                "examples": {
                  "minimal": {
                    "summary": "Added with only the required fields",
                    "value": {
                      "id": 1,
                      "name": "Biscuit",
                      "categoryId": 2
                    }
                  },
                  "full": {
                    "summary": "Added with every field",
                    "value": {
                      "id": 2,
                      "name": "Mochi",
                      "categoryId": 3,
                      "status": "pending"
                    }
                  }
                }
              }
            }
          },
          "400": {
            "description": "The body lacks a required field or holds an invalid value.",
            "headers": {
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/X-RateLimit-Limit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/X-RateLimit-Remaining"
              },
              "X-RateLimit-Reset": {
                "$ref": "#/components/headers/X-RateLimit-Reset"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                },
                "examples": {
                  "missingField": {
                    "summary": "A required field is missing",
                    "value": {
                      "code": "invalid_body",
                      "message": "categoryId is required",
                      "status": 400
                    }
                  },
                  "wrongValue": {
                    "summary": "A value is invalid",
                    "value": {
                      "code": "invalid_body",
                      "message": "name must be a string",
                      "status": 400
                    }
                  }
                }
              }
            }
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "429": {
            "$ref": "#/components/responses/TooManyRequests"
          }
        }
      }
    },
    "/pets/{petId}": {
      "get": {
        "operationId": "getPet",
        "summary": "Get a pet by its identifier",
        "description": "Returns one pet.\n\nDeprecated, and to be removed on 5 December 2030. Use `GET /pets` with the `status` filter instead.\n",
        "deprecated": true,
        "x-sunset": "2030-12-05",
        "tags": [
          "pets"
        ],
        "parameters": [
          {
            "name": "petId",
            "in": "path",
            "required": true,
            "description": "The identifier of the pet.",
            "schema": {
              "type": "integer",
              "format": "int64"
            },
            "example": 1
          }
        ],
        "responses": {
          "200": {
            "description": "The pet.",
            "headers": {
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/X-RateLimit-Limit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/X-RateLimit-Remaining"
              },
              "X-RateLimit-Reset": {
                "$ref": "#/components/headers/X-RateLimit-Reset"
              },
              "Deprecation": {
                "$ref": "#/components/headers/Deprecation"
              },
              "Sunset": {
                "$ref": "#/components/headers/Sunset"
              },
              "Link": {
                "$ref": "#/components/headers/Link"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Pet"
                },
                "examples": {
                  "found": {
                    "summary": "The pet asked for",
                    "value": {
                      "id": 1,
                      "name": "Biscuit",
                      "categoryId": 2,
                      "status": "available"
                    }
                  }
                }
              }
            }
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "404": {
            "description": "No pet has this identifier.",
            "headers": {
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/X-RateLimit-Limit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/X-RateLimit-Remaining"
              },
              "X-RateLimit-Reset": {
                "$ref": "#/components/headers/X-RateLimit-Reset"
              },
              "Deprecation": {
                "$ref": "#/components/headers/Deprecation"
              },
              "Sunset": {
                "$ref": "#/components/headers/Sunset"
              },
              "Link": {
                "$ref": "#/components/headers/Link"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                },
                "examples": {
                  "notFound": {
                    "summary": "No such pet",
                    "value": {
                      "code": "pet_not_found",
                      "message": "No pet has the id 999",
                      "status": 404
                    }
                  }
                }
              }
            }
          },
          "429": {
            "$ref": "#/components/responses/TooManyRequests"
          }
        }
      }
    }
  },
  "components": {
    "securitySchemes": {
      "bearerAuth": {
        "type": "http",
        "scheme": "bearer",
        "bearerFormat": "API key",
        "description": "The API key, sent as `Authorization: Bearer <API_KEY>`.\nThe document does not say how a key is issued, rotated or scoped.\n"
      }
    },
    "schemas": {
      "PetStatus": {
        "type": "string",
        "description": "The availability of a pet. The document does not say which status may follow which.",
        "enum": [
          "available",
          "pending",
          "sold"
        ]
      },
      "NewPet": {
        "type": "object",
        "description": "A pet to add.",
        "required": [
          "name",
          "categoryId"
        ],
        "properties": {
          "name": {
            "type": "string",
            "description": "The pet's name. The document sets no bounds on its length or characters."
          },
          "categoryId": {
            "type": "integer",
            "format": "int64",
            "description": "The category that the pet belongs to. The document does not describe categories."
          },
          "status": {
            "$ref": "#/components/schemas/PetStatus"
          }
        }
      },
      "Pet": {
        "description": "A pet, as the service returns it.",
        "allOf": [
          {
            "$ref": "#/components/schemas/NewPet"
          },
          {
            "type": "object",
            "required": [
              "id"
            ],
            "properties": {
              "id": {
                "type": "integer",
                "format": "int64",
                "description": "The pet's identifier, unique, and assigned by the service."
              }
            }
          }
        ]
      },
      "Pets": {
        "type": "array",
        "description": "A list of pets.",
        "items": {
          "$ref": "#/components/schemas/Pet"
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
        "properties": {
          "code": {
            "type": "string",
            "description": "The reason, for machines. The document does not list the values; those shown are the mock's."
          },
          "message": {
            "type": "string",
            "description": "The reason, for people."
          },
          "status": {
            "type": "integer",
            "description": "The HTTP status of the response."
          }
        }
      }
    },
    "headers": {
      "X-RateLimit-Limit": {
        "description": "The limit that applies to the caller.",
        "required": true,
        "schema": {
          "type": "integer"
        },
        "example": 60
      },
      "X-RateLimit-Remaining": {
        "description": "The requests left in the current window.",
        "required": true,
        "schema": {
          "type": "integer"
        },
        "examples": {
          "someLeft": {
            "summary": "Another request may follow",
            "value": 59
          },
          "noneLeft": {
            "summary": "The window is used up",
            "value": 0
          }
        }
      },
      "X-RateLimit-Reset": {
        "description": "When the limit resets, as a Unix timestamp.",
        "required": true,
        "schema": {
          "type": "integer"
        },
        "example": 1893456060
      },
      "Retry-After": {
        "description": "How long to wait before the next request. The document does not show the unit or the format.",
        "required": true,
        "schema": {
          "type": "string"
        },
        "examples": {
          "seconds": {
            "summary": "In seconds",
            "value": "17"
          },
          "date": {
            "summary": "As an HTTP-date",
            "value": "Tue, 01 Jan 2030 00:01:00 GMT"
          }
        }
      },
      "Deprecation": {
        "description": "Since when the operation is deprecated (RFC 9745). The document does not promise this header.",
        "schema": {
          "type": "string"
        },
        "example": "@1764892800"
      },
      "Sunset": {
        "description": "When the operation is to be removed (RFC 8594). The document does not promise this header.",
        "schema": {
          "type": "string"
        },
        "example": "Thu, 05 Dec 2030 00:00:00 GMT"
      },
      "Link": {
        "description": "What replaces the operation (RFC 8288). The document does not promise this header.",
        "schema": {
          "type": "string"
        },
        "example": "</v1/pets>; rel=\"successor-version\""
      }
    },
    "responses": {
      "Unauthorized": {
        "description": "The API key is missing or invalid.",
        "headers": {
          "X-RateLimit-Limit": {
            "$ref": "#/components/headers/X-RateLimit-Limit"
          },
          "X-RateLimit-Remaining": {
            "$ref": "#/components/headers/X-RateLimit-Remaining"
          },
          "X-RateLimit-Reset": {
            "$ref": "#/components/headers/X-RateLimit-Reset"
          }
        },
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/Error"
            },
            "examples": {
              "missingKey": {
                "summary": "No API key was sent",
                "value": {
                  "code": "missing_api_key",
                  "message": "No API key was sent: send it as \"Authorization: Bearer <API_KEY>\"",
                  "status": 401
                }
              },
              "unknownKey": {
                "summary": "The API key is not known",
                "value": {
                  "code": "invalid_api_key",
                  "message": "The API key is not known",
                  "status": 401
                }
              }
            }
          }
        }
      },
      "TooManyRequests": {
        "description": "The rate limit is exceeded. Wait as long as `Retry-After` says, and back off exponentially:\nto go on regardless may get the API key banned for a while.\n",
        "headers": {
          "X-RateLimit-Limit": {
            "$ref": "#/components/headers/X-RateLimit-Limit"
          },
          "X-RateLimit-Remaining": {
            "$ref": "#/components/headers/X-RateLimit-Remaining"
          },
          "X-RateLimit-Reset": {
            "$ref": "#/components/headers/X-RateLimit-Reset"
          },
          "Retry-After": {
            "$ref": "#/components/headers/Retry-After"
          }
        },
        "content": {
          "application/json": {
            "schema": {
              "description": "The document does not state the shape of this body."
            },
            "examples": {
              "exceeded": {
                "summary": "The mock's answer, in the shape of an Error",
                "value": {
                  "code": "rate_limit_exceeded",
                  "message": "The rate limit of 60 requests a minute is exceeded. Retry after 17 s",
                  "status": 429
                }
              }
            }
          }
        }
      }
    }
  }
} as const
