-- Replaces a table's row in the lobby and clears its mark, unless a row of a later seq is there.
-- KEYS: 1 rows, 2 order, 3 marks   ARGV: 1 table id, 2 seq, 3 row, 4 place in the order
local stored = redis.call('HGET', KEYS[1], ARGV[1])
if stored and tonumber(string.match(stored, '^%d+')) > tonumber(ARGV[2]) then
  return 0
end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2] .. ':' .. ARGV[3])
redis.call('ZADD', KEYS[2], 0, ARGV[4])
redis.call('ZREM', KEYS[3], ARGV[1])
return 1
