"""The pets alone, with Bottle; the gateway in front has the keys and the limits."""
import json
import os

from bottle import Bottle, HTTPResponse, request

app = Bottle()
pets = []
STATUSES = ("available", "pending", "sold")


def reply(value, status=200):
    return HTTPResponse(json.dumps(value), status, {"Content-Type": "application/json"})


def error(status, code, message):
    return reply({"code": code, "message": message, "status": status}, status)


@app.get("/v1/pets")
def list_pets():
    try:
        limit = int(request.query.limit or 20)
    except ValueError:
        return error(400, "bad_limit", "limit must be a number")
    limit = max(1, min(limit, 100))
    status = request.query.status
    return reply([pet for pet in pets if not status or pet["status"] == status][:limit])


@app.post("/v1/pets")
def create_pet():
    body = request.json
    if not isinstance(body, dict) or "name" not in body or "categoryId" not in body:
        return error(400, "missing_field", "name and categoryId are required")
    if not isinstance(body["name"], str) or not isinstance(body["categoryId"], int):
        return error(400, "wrong_type", "name is a string, categoryId an integer")
    if body.get("status", "available") not in STATUSES:
        return error(400, "bad_status", "no such status")
    pet = {"id": len(pets) + 1, "name": body["name"], "categoryId": body["categoryId"], "status": body.get("status", "available")}
    pets.append(pet)
    return reply(pet, 201)


@app.get("/v1/pets/<pet_id:int>")
def get_pet(pet_id):
    for pet in pets:
        if pet["id"] == pet_id:
            return reply(pet)
    return error(404, "not_found", "no such pet")


app.run(host="127.0.0.1", port=int(os.environ["BACKEND_PORT"]), quiet=True)
