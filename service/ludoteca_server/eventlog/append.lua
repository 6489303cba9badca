-- Compare-and-append of one entry, and its publication if there is a channel. One write, so no MULTI block reaches the append-only file.
-- KEYS[1] stream   ARGV: 1 expected last id, 2 the entry's id, 3 event, 4 channel ('' = none)
-- Returns {1, id} if the entry is stored (now or by an earlier try), {0, last id} if another history is there.
-- Ids are compared as strings: a Lua number has 53 bits.
local last = redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 1)[1]
local head = last and last[1] or '0-0'
if head == ARGV[1] then
  redis.call('XADD', KEYS[1], ARGV[2], 'e', ARGV[3])
  if ARGV[4] ~= '' then
    redis.call('SPUBLISH', ARGV[4], ARGV[2] .. '\n' .. ARGV[3])
  end
  return {1, ARGV[2]}
end
if redis.call('XRANGE', KEYS[1], ARGV[2], ARGV[2])[1] then
  return {1, ARGV[2]}
end
return {0, head}
