// Generated from spec/plans.yaml by npm run generate.
export const plans = [
  {
    "id": "free",
    "name": "Free",
    "perMinute": 60,
    "perDay": 1000
  },
  {
    "id": "pro",
    "name": "Pro",
    "perMinute": 300,
    "perDay": 10000
  },
  {
    "id": "business",
    "name": "Business",
    "perMinute": 1000,
    "perDay": 100000
  },
  {
    "id": "enterprise",
    "name": "Enterprise",
    "perMinute": "custom",
    "perDay": "custom"
  }
] as const
