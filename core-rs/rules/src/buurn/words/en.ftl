# Buurn, in English. A seat is told as the name of its holder; things are told by their own messages below, or by
# their ids ("ghost pepper"). Totems and organisations have proper names; ingredients have none.

## Things
place-top = on top of the deck
place-bottom = under the deck
totem-purchase = Purchase
totem-tax = Tax
totem-organisation = Organisation
totem-black-market = Black Market
totem-secondary-market = Secondary Market
organisation-benzo = Benzo
organisation-hard-bargainer = Hard Bargainer
organisation-smuggler = Smuggler
organisation-toll-keeper = Toll Keeper
organisation-silent-partner = Silent Partner
organisation-pickpocket = Pickpocket
organisation-loan-shark = Loan Shark
organisation-union-boss = Union Boss
organisation-van-driver = Van Driver
organisation-swap-meet = Swap Meet
organisation-fly-tipper = Fly Tipper
organisation-safecracker = Safecracker
organisation-sommelier = Sommelier
organisation-night-delivery = Night Delivery
organisation-accountant = Accountant
organisation-godmother = Godmother
organisation-secret-chef = Secret Chef
organisation-big-pantry = Big Pantry
organisation-tax-raid = Tax Raid
organisation-golden-ladle = Golden Ladle

## Actions
label-buy = Buy at { $count }
label-grab = Grab { $totem }
label-call = Call { $to }
label-leave = Leave { $cards }
label-give-lot = Give { $cards } to { $seat }
label-keep-lot = Take { $cards } yourself
label-take-bank = Take the Bank: ${ $amount }
label-pay-cards = Pay ${ $amount }: draw from the deck and keep one card face down
label-pay-third = Pay ${ $amount } for { $cards }
label-stash = Keep { $keep } face down, put { $back } { $place }
label-stash-hidden = Keep a card face down, put the other { $place }
label-give-third = Give { $cards } to { $seat }
label-keep-third = Take { $cards } yourself
label-swap = Swap your { $own } for { $theirs } of { $seat }
label-give = Give your { $own } to { $seat }
label-skip = Change nothing
label-close = End the scramble
label-timeout = Decide for { $seat }
label-presence = { $present ->
    [yes] { $seat } is back
   *[no] { $seat } is gone
}

## Prompts
prompt-ready = Look at the cards: the countdown starts at { $start }.
prompt-countdown = { $most ->
    [0] Countdown: you cannot pay any number; after the sale you may grab another totem.
   *[other] Countdown: Purchase buys at the number you see. You can pay from { $most } down.
}
prompt-call = Call the next number when you like: { $to }. You may grab like everybody else.
prompt-sitting-out = You sit out until the end of this turn.
prompt-absent = You are away: nobody waits for you. Come back to play.
prompt-scramble = Sold: grab one of the other totems.
prompt-scramble-over = You have your totem: the others are still grabbing.
prompt-resolving = The totems are resolved.
prompt-leave = You have bought two of the three cards: choose the one that you leave.
prompt-give-lot = You have bought: choose who gets the cards, you or somebody else.
prompt-market = Black Market: pay ${ $cost } to draw two cards and keep one of them, or take the Bank: ${ $bank }.
prompt-market-third = Secondary Market: pay ${ $cost } for the card that was left, or take the Bank: ${ $bank }.
prompt-stash = Choose the card to keep face down, and where the other one goes.
prompt-give-third = Choose who gets the third card.
prompt-swap = You may swap one of your face-up cards for a face-up card of somebody else.
prompt-give = You may give one of your face-up cards away.
prompt-wait = { $seat } decides.
prompt-over = The game is over.

## Warnings
warning-false-start = A false start: you pay ${ $amount } and the auction starts again.
warning-sit-out = A false start: you pay ${ $amount } and sit out until the end of this turn.

## Facts
fact-families = In play: { $families }.
fact-first-player = { $seat } is the first player.
fact-next-first-player = { $seat } is the first player now.
fact-turn = Turn { $turn }.
fact-lot-card = For sale: { $family }.
fact-lot-from-discard = For sale, from the discard: { $family }.
fact-end-game-card = The End Game card: turn { $turn } is the last one.
fact-organisation = On offer: { $organisation }.
fact-auction = Auction { $auction } starts at { $start }.
fact-count = { $count }
fact-nobody-buys = Nobody buys.
fact-sold = { $seat } buys at { $price }.
fact-grab = { $seat } grabs { $totem }.
fact-last-totem = { $seat } gets the last totem: { $totem }.
fact-false-start = { $seat } grabs { $totem } at { $count }: a false start, ${ $amount } to the Bank.
fact-sits-out = { $seat } sits out until the end of this turn.
fact-all-sit-out = Everybody sits out: nobody buys.
fact-scramble-closed = The scramble is over.
fact-leave = { $seat } leaves { $family }.
fact-take-lot = { $seat } takes { $cards }.
fact-give-lot = { $seat } gives { $cards } to { $to }.
fact-pay = { $seat } pays ${ $amount }.
fact-tax = { $seat } collects ${ $amount } in tax.
fact-share = Everybody but { $seat } gets ${ $amount }.
fact-surplus = The surplus of ${ $amount } goes to the Bank.
fact-surplus-kept = { $seat } keeps the surplus of ${ $amount }.
fact-take-organisation = { $seat } takes { $organisation }.
fact-gain = { $organisation }: { $seat } gains ${ $amount }.
fact-collect = { $seat } takes ${ $amount } from { $from }.
fact-take-bank = { $seat } takes the Bank: ${ $amount }.
fact-pay-market = { $seat } pays ${ $amount } to the Bank.
fact-draw = { $seat } draws { $family }.
fact-draw-hidden = { $seat } draws a card.
fact-keep = { $seat } keeps { $family } face down.
fact-keep-hidden = { $seat } keeps a card face down.
fact-put-back = { $seat } puts { $family } { $place }.
fact-put-back-hidden = { $seat } puts a card { $place }.
fact-swap = { $seat } swaps { $own } for { $theirs } of { $other }.
fact-give = { $seat } gives { $family } to { $to }.
fact-skip = { $seat } changes nothing.
fact-timeout = { $seat } takes too long: the clock decides.
fact-absent = { $seat } is away.
fact-present = { $seat } is back.
fact-discard-lot = Nobody took { $cards }.
fact-discard-organisation = Nobody took { $organisation }.
fact-show-cards = { $seat } shows { $cards }.
fact-score = { $points ->
    [1] { $seat } has 1 point.
   *[other] { $seat } has { $points } points.
}

## Rejections
reject-bad-option = An option or its value does not exist, or does not go with the number of seats.
reject-game-over = The game is over.
reject-wrong-phase = That cannot be done in this part of the turn: choose from what is offered now.
reject-stale-auction = That was for an auction that is over; auction { $auction } is the present one. Nothing is lost.
reject-absent = You are away: come back first.
reject-sitting-out = You sit out until the end of this turn.
reject-already-holding = You hold a totem until the end of the turn: { $totem }.
reject-no-such-totem = That totem is not in play with so many players.
reject-totem-taken = { $seat } was first: { $totem } is taken. Nothing is lost.
reject-not-started = No number has been called yet: wait for the first one. Nothing is lost.
reject-too-late = Too late: the count is at { $count } now. Nothing is lost; you may still buy at that.
reject-bad-tick = The next number to call is { $next }.
reject-first-player-calls = { $seat } calls the numbers.
reject-clock-calls = The clock calls the numbers at this table.
reject-not-first-player = { $seat } is the first player and calls the numbers.
reject-not-your-decision = { $seat } decides.
reject-stale-decision = Decision { $decision } is waited for, not that one.
reject-option-unavailable = That cannot be chosen here: choose from what is offered.
reject-not-clock = Only the clock does that.

## Creation options
option-families = The ingredient families in play: chance, or their ids with commas between, 6 of them (7 with five seats).
option-extra-family = Whether chance may choose all ten families, Tequila included.
option-first-player = Who is the first player of the first turn: a seat number, or chance.
option-tick-ms = How long each number lasts, in milliseconds; 0: the first player calls the numbers, nobody is hurried.
option-late-ticks = By how many numbers a purchase may arrive late and still buys at the number that was seen.
option-grace-ms = How long the clock waits after each number for presses that are on their way, in milliseconds.
option-reveal-ms = How long everybody looks at the new cards before the first number, in milliseconds.
option-restart-ms = How long it takes until the countdown starts again after a false start, in milliseconds.
option-scramble-ms = How long the totems may be grabbed after a sale, in milliseconds.
option-decision-ms = How long a seat may think about a decision, in milliseconds; then the default is played.
