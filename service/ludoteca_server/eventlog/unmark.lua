-- Clears a table's mark if it is older than ARGV[2] milliseconds.
-- KEYS: 1 marks, 2 their seqs   ARGV: 1 table id, 2 age
-- Returns 1 if the table has no mark any more.
local marked = redis.call('ZSCORE', KEYS[1], ARGV[1])
local now = redis.call('TIME')
if marked and now[1] * 1000 + math.floor(now[2] / 1000) - tonumber(marked) < tonumber(ARGV[2]) then
  return 0
end
redis.call('ZREM', KEYS[1], ARGV[1])
redis.call('HDEL', KEYS[2], ARGV[1])
return 1
