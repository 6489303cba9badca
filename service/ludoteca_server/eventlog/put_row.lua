-- Replaces a table's row in the lobby, unless a row of a later seq is there. Clears its mark if the row has the event
-- that was announced: another worker's may still be on its way.
-- A table that has ended waits to be put away from then on. The times of an imported record are whatever its maker
-- wrote: none is later than now.
-- KEYS: 1 rows, 2 order, 3 marks, 4 ended, 5 the marks' seqs
-- ARGV: 1 table id, 2 seq, 3 row, 4 place in the order, 5 when it ended ('' = it goes on)
local stored = redis.call('HGET', KEYS[1], ARGV[1])
if stored and tonumber(string.match(stored, '^%d+')) > tonumber(ARGV[2]) then
  return 0
end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2] .. ':' .. ARGV[3])
redis.call('ZADD', KEYS[2], 0, ARGV[4])
local announced = redis.call('HGET', KEYS[5], ARGV[1])
if not announced or tonumber(announced) <= tonumber(ARGV[2]) then
  redis.call('ZREM', KEYS[3], ARGV[1])
  redis.call('HDEL', KEYS[5], ARGV[1])
end
if ARGV[5] ~= '' then
  local now = redis.call('TIME')
  local ended = math.min(tonumber(ARGV[5]), now[1] * 1000 + math.floor(now[2] / 1000))
  redis.call('ZADD', KEYS[4], 'GT', string.format('%.0f', ended), ARGV[1])
end
return 1
