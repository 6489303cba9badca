-- The tables whose mark is older than ARGV[1] milliseconds, oldest first; 1000 at most.
-- KEYS: 1 marks
local now = redis.call('TIME')
local before = now[1] * 1000 + math.floor(now[2] / 1000) - tonumber(ARGV[1])
return redis.call('ZRANGE', KEYS[1], '-inf', string.format('%.0f', before), 'BYSCORE', 'LIMIT', 0, 1000)
