-- Sets when a table is due next, as its log up to a seq says. An event that was announced and is not in that log
-- may still come: the table is looked at again, soon at first, then ever more rarely.
-- KEYS: 1 due times, 2 seqs   ARGV: 1 table id, 2 seq, 3 next due time ('' = never again), 4 now
-- Returns when the table is looked at next; '' = never again.
if redis.call('ZSCORE', KEYS[1], ARGV[1]) == '0' then -- asked for at once, while it was being looked at
  return '0'
end
local now = tonumber(ARGV[4])
local known = redis.call('HGET', KEYS[2], ARGV[1])
local seq, announced = string.match(known or '0 0', '^(%d+) (%d+)')
if tonumber(seq) > tonumber(ARGV[2]) then
  if announced == '0' then -- another worker has seen more of the log
    return redis.call('ZSCORE', KEYS[1], ARGV[1]) or ''
  end
  local waited = now - tonumber(announced)
  if ARGV[3] ~= '' or waited < 86400000 then
    local at = now + math.max(100, math.min(60000, waited))
    if ARGV[3] ~= '' then at = math.min(at, tonumber(ARGV[3])) end
    at = string.format('%.0f', at)
    if waited <= 1000 then
      redis.call('ZADD', KEYS[1], 'LT', at, ARGV[1])
    else
      redis.call('ZADD', KEYS[1], at, ARGV[1])
    end
    return at
  end
end
if ARGV[3] == '' then
  redis.call('ZREM', KEYS[1], ARGV[1])
  redis.call('HDEL', KEYS[2], ARGV[1])
else
  redis.call('HSET', KEYS[2], ARGV[1], ARGV[2] .. ' 0')
  redis.call('ZADD', KEYS[1], ARGV[3], ARGV[1])
end
return ARGV[3]
