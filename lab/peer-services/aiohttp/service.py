"""aiohttp with webargs and marshmallow; a token bucket for each key in a middleware."""
import os
import time

from aiohttp import web
from marshmallow import Schema, fields, validate
from webargs.aiohttpparser import use_args, use_kwargs

API_KEYS = {"peer-key", "peer-key-2"}
LIMIT, PERIOD = 60, 60.0
STATUSES = ("available", "pending", "sold")
buckets = {}
pets = {}


class NewPet(Schema):
    name = fields.Str(required=True)
    categoryId = fields.Int(required=True)
    status = fields.Str(validate=validate.OneOf(STATUSES))


def error(status, code, message, **kwargs):
    return web.json_response({"code": code, "message": message, "status": status}, status=status, **kwargs)


@web.middleware
async def errors(request, handler):
    try:
        return await handler(request)
    except web.HTTPException as exc:
        if exc.status < 400:
            raise
        return error(exc.status, exc.reason.lower().replace(" ", "_"), exc.text or exc.reason)


@web.middleware
async def auth(request, handler):
    header = request.headers.get("Authorization", "")
    if not header.startswith("Bearer ") or header[7:] not in API_KEYS:
        return error(401, "unauthorized", "Missing or invalid API key")
    return await handler(request)


@web.middleware
async def rate_limit(request, handler):
    caller = request.headers.get("Authorization") or request.remote
    now = time.time()
    tokens, updated = buckets.get(caller, (float(LIMIT), now))
    tokens = min(LIMIT, tokens + (now - updated) * LIMIT / PERIOD)
    allowed = tokens >= 1
    if allowed:
        tokens -= 1
    buckets[caller] = tokens, now
    full_at = now + (LIMIT - tokens) * PERIOD / LIMIT
    if allowed:
        response = await handler(request)
    else:
        response = error(429, "rate_limited", "Slow down", headers={"Retry-After": str(int((1 - tokens) * PERIOD / LIMIT) + 1)})
    response.headers["X-RateLimit-Limit"] = str(LIMIT)
    response.headers["X-RateLimit-Remaining"] = str(int(tokens))
    response.headers["X-RateLimit-Reset"] = str(int(full_at))
    return response


routes = web.RouteTableDef()


@routes.get("/v1/pets")
@use_kwargs(
    {
        "limit": fields.Int(load_default=20, validate=validate.Range(min=1, max=100)),
        "status": fields.Str(load_default=None, validate=validate.OneOf(STATUSES)),
    },
    location="query",
)
async def list_pets(request, limit, status):
    found = [pet for pet in pets.values() if status is None or pet.get("status") == status]
    return web.json_response(found[:limit])


@routes.post("/v1/pets")
@use_args(NewPet())
async def create_pet(request, new_pet):
    pet = {"id": len(pets) + 1, **new_pet}
    pets[pet["id"]] = pet
    return web.json_response(pet, status=201)


@routes.get(r"/v1/pets/{pet_id:\d+}")
async def get_pet(request):
    pet = pets.get(int(request.match_info["pet_id"]))
    if pet is None:
        return error(404, "not_found", "The animal could not be found")
    return web.json_response(pet)


app = web.Application(middlewares=[rate_limit, errors, auth])
app.add_routes(routes)
web.run_app(app, host="127.0.0.1", port=int(os.environ["PORT"]), print=None)
