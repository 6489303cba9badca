-- An event is about to be appended after which a table is due earlier than the set may know.
-- KEYS: 1 due times, 2 seqs   ARGV: 1 table id, 2 seq of the event, 3 due time, 4 now
local known = redis.call('HGET', KEYS[2], ARGV[1])
if not known or tonumber(string.match(known, '^%d+')) < tonumber(ARGV[2]) then
  redis.call('HSET', KEYS[2], ARGV[1], ARGV[2] .. ' ' .. ARGV[4])
end
return redis.call('ZADD', KEYS[1], 'LT', ARGV[3], ARGV[1])
