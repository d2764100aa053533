# Libraries of Ruby, each configured as its documentation advises: `ruby client.rb <name> <one-by-one|at-once>`. Input and output
# are those of client.mjs.
$stdout.sync = true

clients = {
  'faraday' => lambda do
    require 'date' # Faraday 1.1 uses it without loading it.
    require 'faraday'
    connection = Faraday.new do |to|
      to.request :retry, max: 2, interval: 0.05, interval_randomness: 0.5, backoff_factor: 2, retry_statuses: [429]
      to.adapter :net_http
    end
    lambda do |url, headers|
      reply = connection.get(url, nil, headers)
      raise "status #{reply.status}" unless reply.success?
    end
  end,
  'retriable' => lambda do
    require 'retriable'
    require 'open-uri'
    ->(url, headers) { Retriable.retriable { URI.parse(url).open(headers).read } }
  end,
  'excon' => lambda do
    require 'excon'
    lambda do |url, headers|
      Excon.get(url, headers: headers, expects: 200, idempotent: true, retry_interval: 1,
                     retry_errors: [Excon::Error::TooManyRequests])
    end
  end
}

name, manner = ARGV
call = clients.fetch(name).call
puts 'ready'
url, key = $stdin.read.split
report = lambda do |limit|
  call.call("#{url}/pets?limit=#{limit}", { 'Authorization' => "Bearer #{key}" })
  puts 'through'
rescue StandardError => e
  puts "gave up: #{e.message[0, 100].tr("\n", ' ')}"
end
if manner == 'at-once'
  Array.new(6) { |at| Thread.new(at + 1, &report) }.each(&:join)
else
  (1..6).each(&report)
end
