-- The arguments after `--` are how long each connection pauses after a reply, in milliseconds, and then method, path, body and key,
-- four per request; several requests take turns.
-- Ends with one line that load.ts reads.

local requests = {}
local turn = 0

function init(args)
  local pause = tonumber(args[1])
  if pause > 0 then
    function delay() return pause end
  end
  for index = 2, #args, 4 do
    local method, path, body, key = args[index], args[index + 1], args[index + 2], args[index + 3]
    wrk.headers['Authorization'] = 'Bearer ' .. key
    if body == '' then body = nil end
    table.insert(requests, wrk.format(method, path, nil, body))
  end
end

function request()
  turn = turn % #requests + 1
  return requests[turn]
end

function done(summary, latency)
  local errors = summary.errors
  local failed = errors.connect + errors.read + errors.write + errors.timeout + errors.status
  io.write(string.format('\nbench %d %d %d %d\n', summary.requests, summary.duration, latency:percentile(99), failed))
end
