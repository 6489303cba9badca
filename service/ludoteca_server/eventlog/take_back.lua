-- Puts a whole log back where its last entry's id stands, or nothing.
-- KEYS[1] log   ARGV: 1 the id of its last entry, then id and event of every entry
-- Returns {1, id} if the log is there (now or before), {0, last id} if another history is.
local kind = redis.call('TYPE', KEYS[1]).ok
if kind == 'stream' then
  local last = redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 1)[1]
  local head = last and last[1] or '0-0'
  return {head == ARGV[1] and 1 or 0, head}
end
if kind == 'string' then
  local head = redis.call('GET', KEYS[1])
  if head ~= ARGV[1] then
    return {0, head}
  end
  redis.call('DEL', KEYS[1])
end
for place = 2, #ARGV, 2 do
  redis.call('XADD', KEYS[1], ARGV[place], 'e', ARGV[place + 1])
end
return {1, ARGV[1]}
