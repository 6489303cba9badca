-- Claims the tables that are due by moving them to the end of the lease: until then no other worker gets them.
-- KEYS: 1 due times   ARGV: 1 now, 2 end of the lease, 3 how many at most
-- Returns {table id, due time, table id, due time, ...} and the next due time after now ('' if there is none).
local due = redis.call('ZRANGE', KEYS[1], '-inf', ARGV[1], 'BYSCORE', 'LIMIT', 0, ARGV[3], 'WITHSCORES')
for place = 1, #due, 2 do
  redis.call('ZADD', KEYS[1], 'XX', ARGV[2], due[place])
end
local later = redis.call('ZRANGE', KEYS[1], '(' .. ARGV[1], '+inf', 'BYSCORE', 'LIMIT', 0, 1, 'WITHSCORES')
return {due, later[2] or ''}
