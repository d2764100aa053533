# Grape on Puma with rack-attack, whose readme shows the headers.
require 'active_support'
require 'active_support/cache'
require 'grape'
require 'json'
require 'rack/attack'

API_KEYS = %w[peer-key peer-key-2].freeze

Rack::Attack.cache.store = ActiveSupport::Cache::MemoryStore.new
Rack::Attack.throttle('api/key', limit: 60, period: 60) { |req| req.env['HTTP_AUTHORIZATION'] || req.ip }

RATE_HEADERS = lambda do |data|
  {
    'X-RateLimit-Limit' => data[:limit].to_s,
    'X-RateLimit-Remaining' => [data[:limit] - data[:count], 0].max.to_s,
    'X-RateLimit-Reset' => (data[:epoch_time] + (data[:period] - data[:epoch_time] % data[:period])).to_s
  }
end

Rack::Attack.throttled_responder = lambda do |request|
  data = request.env['rack.attack.match_data']
  wait = data[:period] - data[:epoch_time] % data[:period]
  body = { code: 'too_many_requests', message: 'Rate limit exceeded', status: 429 }
  [429, { 'Content-Type' => 'application/json', 'Retry-After' => wait.to_s }.merge(RATE_HEADERS.call(data)), [body.to_json]]
end

class RateLimitHeaders
  def initialize(app) = @app = app

  def call(env)
    status, headers, body = @app.call(env)
    data = env.dig('rack.attack.throttle_data', 'api/key')
    headers = headers.merge(RATE_HEADERS.call(data)) if data
    [status, headers, body]
  end
end

class PetStore < Grape::API
  version 'v1', using: :path
  format :json
  default_format :json

  STATUSES = %w[available pending sold].freeze
  PETS = {}
  LOCK = Mutex.new

  helpers do
    def error_body(code, message, status)
      error!({ code: code, message: message, status: status }, status)
    end
  end

  rescue_from Grape::Exceptions::ValidationErrors do |e|
    error!({ code: 'validation_error', message: e.full_messages.join(', '), status: 400 }, 400)
  end
  rescue_from Grape::Exceptions::Base do |e|
    error!({ code: 'bad_request', message: e.message, status: e.status || 400 }, e.status || 400)
  end

  before do
    token = headers['Authorization'].to_s[/\ABearer (.+)\z/, 1]
    error_body('unauthorized', 'Missing or invalid API key', 401) unless API_KEYS.include?(token)
  end

  resource :pets do
    params do
      optional :limit, type: Integer, values: 1..100, default: 20
      optional :status, type: String, values: STATUSES
    end
    get do
      pets = PETS.values
      pets = pets.select { |pet| pet[:status] == params[:status] } if params[:status]
      pets.first(params[:limit])
    end

    params do
      requires :name, type: String, allow_blank: false
      requires :categoryId, type: Integer
      optional :status, type: String, values: STATUSES, default: 'available'
    end
    post do
      LOCK.synchronize do
        id = PETS.size + 1
        PETS[id] = { id: id, name: params[:name], categoryId: params[:categoryId], status: params[:status] }
      end
    end

    params { requires :pet_id, type: Integer }
    get ':pet_id' do
      PETS[params[:pet_id]] || error_body('not_found', 'The animal could not be found', 404)
    end
  end

  route :any, '*path' do
    error_body('not_found', 'Not found', 404)
  end
end

use RateLimitHeaders
use Rack::Attack
run PetStore
