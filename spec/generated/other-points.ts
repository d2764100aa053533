// Generated from spec/open-points.yaml by npm run generate.
export const otherPoints = [
  {
    "id": "taken-name",
    "section": "NewPet",
    "question": "May two pets have the same name, or is the second one refused, with 400 or 409?",
    "variants": {}
  },
  {
    "id": "status-transitions",
    "section": "States and transitions",
    "remark": "Transitions: not shown.",
    "question": "What moves a pet from one status to another?",
    "variants": {}
  },
  {
    "id": "window-shape",
    "section": "Rate limits by plan",
    "question": "Does the whole quota come back at once, or request by request, as of a rolling window or a token bucket?",
    "variants": {}
  },
  {
    "id": "key-issuing",
    "section": "Authentication",
    "remark": "How a key is issued, rotated or scoped: not shown.",
    "question": "How does a client get a key?",
    "variants": {}
  },
  {
    "id": "events",
    "section": "Events",
    "remark": "Events, webhooks or notifications: not shown.",
    "question": "Does the service send events to its clients?",
    "variants": {}
  },
  {
    "id": "version-rules",
    "section": "Versioning",
    "remark": "Rules for compatible and breaking changes, and for how long older versions are kept: not shown.",
    "question": "Which changes may version 1 get?",
    "variants": {}
  }
] as const
