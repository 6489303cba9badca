-- Takes a lease that nobody holds, or renews one's own.
-- KEYS[1] holder   ARGV: 1 the worker that asks, 2 for how long (ms)
-- Returns 1 if the worker holds the lease.
local holder = redis.call('GET', KEYS[1])
if holder and holder ~= ARGV[1] then
  return 0
end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return 1
