-- Gives a lease to whoever asks first, and keeps it for them while they ask in time.
-- KEYS[1] holder   ARGV: 1 who asks, 2 for how long (ms)
-- Returns 1 if the lease is theirs.
local holder = redis.call('GET', KEYS[1])
if holder and holder ~= ARGV[1] then
  return 0
end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return 1
