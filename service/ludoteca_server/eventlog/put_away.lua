-- Removes a log that is in the archive; its last entry's id takes its place, in the one write that removes it.
-- KEYS[1] log   ARGV[1] the id of its last entry
-- Returns {1, id} if it is put away (now or before), {0, last id} if another history is there.
local kind = redis.call('TYPE', KEYS[1]).ok
local head = '0-0'
if kind == 'string' then
  head = redis.call('GET', KEYS[1])
elseif kind == 'stream' then
  local last = redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 1)[1]
  head = last and last[1] or '0-0'
end
if head ~= ARGV[1] then
  return {0, head}
end
if kind == 'stream' then
  redis.call('SET', KEYS[1], head)
end
return {1, head}
