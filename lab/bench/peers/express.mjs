import express from 'express'

const [port] = process.argv.slice(2)
const pets = JSON.parse(process.env.BENCH_PETS)
let lastId = 100

const app = express()

app.get('/v1/pets', (request, response) => {
  response.json(pets)
})

app.get('/v1/pets/:petId', (request, response) => {
  response.json(pets.find((pet) => pet.id === Number(request.params.petId)))
})

app.post('/v1/pets', express.json(), (request, response) => {
  response.status(201).json({ id: ++lastId, ...request.body })
})

app.listen(Number(port), '127.0.0.1')
