// Generated from spec/openapi.yaml by npm run generate.
export const operations = {
  "listPets": {
    "method": "GET",
    "path": "/pets",
    "safe": true,
    "takesBody": false,
    "deprecated": false,
    "query": {
      "limit": {
        "least": 1,
        "most": 100,
        "default": 20
      },
      "status": {
        "values": [
          "available",
          "pending",
          "sold"
        ]
      }
    },
    "statuses": [
      200,
      401,
      429
    ],
    "success": {
      "status": 200,
      "schema": "Pets"
    }
  },
  "createPet": {
    "method": "POST",
    "path": "/pets",
    "safe": false,
    "takesBody": true,
    "deprecated": false,
    "query": {},
    "statuses": [
      201,
      400,
      401,
      429
    ],
    "success": {
      "status": 201,
      "schema": "Pet"
    }
  },
  "getPet": {
    "method": "GET",
    "path": "/pets/{petId}",
    "safe": true,
    "takesBody": false,
    "deprecated": true,
    "sunset": "2030-12-05T00:00:00Z",
    "query": {},
    "statuses": [
      200,
      401,
      404,
      429
    ],
    "success": {
      "status": 200,
      "schema": "Pet"
    }
  }
} as const
