-- Learns of a log in the archive, where the store's own ends too early; the id of its last entry takes its place.
-- KEYS[1] log   ARGV: 1 the id of its last entry, 2 what the store's own has to end with ('0-0' = there is none)
-- Returns 1 if it is known from now on.
local kind = redis.call('TYPE', KEYS[1]).ok
local head = '0-0'
if kind == 'stream' then
  local last = redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 1)[1]
  head = last and last[1] or '0-0'
elseif kind ~= 'none' then
  return 0
end
if head ~= ARGV[2] then
  return 0
end
redis.call('SET', KEYS[1], ARGV[1])
return 1
