-- Marks a table's row as soon out of date, by the store's own clock; the newest mark counts.
-- KEYS: 1 marks   ARGV: 1 table id
local now = redis.call('TIME')
return redis.call('ZADD', KEYS[1], now[1] * 1000 + math.floor(now[2] / 1000), ARGV[1])
