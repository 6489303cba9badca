-- Marks a table's row as soon out of date, by the store's own clock; the newest mark counts, and the latest event.
-- KEYS: 1 marks, 2 their seqs   ARGV: 1 table id, 2 seq of the event that is to come
local now = redis.call('TIME')
redis.call('ZADD', KEYS[1], now[1] * 1000 + math.floor(now[2] / 1000), ARGV[1])
local known = redis.call('HGET', KEYS[2], ARGV[1])
if not known or tonumber(known) < tonumber(ARGV[2]) then
  redis.call('HSET', KEYS[2], ARGV[1], ARGV[2])
end
return 1
