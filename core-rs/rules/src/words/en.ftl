# Sentences of the table itself. A game's own are beside its rules.
reject-table-not-started = The table has not started yet: wait until every seat is taken and somebody starts it.
reject-already-started = The table has started already.
reject-table-over = The table is over: nothing can be done at it any more, but its record can be read.
reject-no-such-seat = The table has no such seat.
reject-seat-taken = Somebody holds that seat: choose another, or none to get the first that is free.
reject-already-seated = You hold a seat of this table already.
reject-table-full = No seat is free: you can watch the table instead.
reject-seats-open = { $free ->
    [one] One seat is still free
   *[other] { $free } seats are still free
}: the table can start when all are taken.
reject-takeover-not-allowed = This table does not let you take over a seat that was given up.
reject-seat-vacant = Nobody holds that seat: join it first.
reject-bad-name = A name has 1 to { $most } characters that can be shown.
reject-contribution-too-long = A seat adds at most { $most } bytes to the chance key.
reject-nothing-to-take-back = You have nothing to take back: something was drawn or shown since, or another seat has acted.
reject-takeback-too-far = You may take back to event { $lowest } at the earliest: before it something was drawn or shown, or another seat acted.
reject-no-such-event = There is no such event to go back to.
reject-takeback-out-of-time = That comes too late: your clock would have run out, had you thought until now.
reject-not-due = The clock has nothing to do here yet.
reject-no-turn-clock = This game is played in real time and has its own clock: it takes no turn clock.
reject-bad-turn-clock = A turn clock gives some time, and { NUMBER($most, useGrouping: 0) } seconds at most.
reject-log-full = This table has come to its { $most } events: it takes no more. Resign or leave, and open another one.

fact-created = The table opens.
fact-joined = { $seat } takes a seat.
fact-left = { $seat } leaves.
fact-started = The game starts.
fact-resigned = { $seat } gives up.
fact-timed-out = { $seat } has run out of time.
fact-taken-back = { $seat } takes back to event { $to }.
fact-abandoned = Nobody has played for a long time: the table is closed.
fact-finished = The table is over.

fact-acted = { $seat } has chosen.

# How a seat that nobody holds is called, and how several things are told in one breath.
seat-unheld = seat { $seat }
list-none = nothing
list-comma = { ", " }
list-and = { " and " }
