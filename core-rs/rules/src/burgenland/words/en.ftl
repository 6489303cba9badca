# Burgenland, in English. A seat is told as the name of its holder; things are told by their own messages below,
# or by their ids ("red 1", "c4 north").

## Things
site-large = the large castle
card-joker = joker
tile-exchange = exchange tile
tile-extra-space = extra space
tile-ten-coins = ten coins
tile-ignore-rules = ignore rules
tile-coins-5 = five coins
bonus-joker = joker
bonus-coins-3 = three coins
bonus-exchange = exchange tile
bonus-bonus = bonus tile
price-border = the border price
price-ten-coins = ten coins
price-same = cards of one colour
price-different = cards of different colours

## What a payment asks
cost-border = { $count ->
    [one] 1 card of { $a } or { $b }
   *[other] { $count } cards of { $a } or { $b }
}
cost-same = { $count ->
    [one] 1 card of any colour
   *[other] { $count } cards of one colour
}
cost-same-fixed = { $count ->
    [one] 1 card of { $colour }
   *[other] { $count } cards of { $colour }
}
cost-different = { $count ->
    [one] 1 card of another colour
   *[other] { $count } cards of different colours
}
cost-coins = { $coins ->
    [one] 1 coin in any cards
   *[other] { $coins } coins in any cards
}
cost-architect = { $coins ->
    [one] 1 coin for the architect
   *[other] { $coins } coins for the architect
}
cost-joker = { $coins ->
    [one] 1 coin in colour cards
   *[other] { $coins } coins in colour cards
}
cost-then-architect = { $cost }, then { $coins ->
    [one] 1 coin for the architect
   *[other] { $coins } coins for the architect
}

## Actions
label-draw-cards = { $count ->
    [one] Draw a card
   *[other] Draw { $count } cards
}
label-end-turn = End your turn
label-start-build = Build a { $piece } at { $site } for { $cost }{ $ignore ->
    [yes] , with an ignore rules tile
   *[no] {""}
}
label-buy-joker = Buy a joker for { $coins ->
    [one] 1 coin in colour cards
   *[other] { $coins } coins in colour cards
}
label-play-exchange = Swap the markers of { $a } ({ $a_colour }) and { $b } ({ $b_colour })
label-play-coins = Play a five coins tile: draw cards worth { $coins ->
    [one] 1 coin
   *[other] { $coins } coins
}
label-pay-auto = Pay for me: { $cards }
label-pay-card = Pay { $card }
label-place-neutral = Place a neutral { $piece } at { $site }

## Prompts
prompt-main = Draw { $count ->
    [one] a card
   *[other] { $count } cards
}, or build. Before it you may buy jokers and play tiles.
prompt-pay-build = Pay for the { $piece } at { $site }: { $cost }. There is no way back.
prompt-pay-joker = Pay for the joker: { $cost }. There is no way back.
prompt-after = Your main action is done. You may still buy jokers and play tiles; then end your turn.
prompt-place-neutral = Place a neutral { $piece }.
prompt-wait = { $seat } is to act.
prompt-over = The game is over.

## Warnings
warning-coins-lost = { $coins ->
    [one] 1 coin is lost: no change is given.
   *[other] { $coins } coins are lost: no change is given.
}
warning-bonus-lost = The bonus ({ $bonus }) is lost: none is left.
warning-no-cards = No card is left to draw.

## Facts
fact-start-seat = { $seat } takes the first turn.
fact-marker = { $node } gets the { $colour } marker.
fact-well-top = The next well goes to { $castle }.
fact-architect-top = The architect now asks { $value ->
    [one] 1 coin.
   *[other] { $value } coins.
}
fact-place-neutral = A neutral { $piece } stands at { $site }.
fact-deal-cards = { $seat } is dealt { $cards }.
fact-deal-cards-hidden = { $seat } is dealt { $count ->
    [one] 1 card.
   *[other] { $count } cards.
}
fact-draw-cards = { $seat } draws { $cards }.
fact-draw-cards-hidden = { $seat } draws { $count ->
    [0] nothing: no card is left.
    [one] 1 card.
   *[other] { $count } cards.
}
fact-reshuffle = The discard becomes the new deck: { $count ->
    [one] 1 card.
   *[other] { $count } cards.
}
fact-reward-cards = { $count ->
    [0] { $seat } draws nothing: no card is left.
   *[other] { $seat } is rewarded with { $coins ->
        [one] 1 coin
       *[other] { $coins } coins
    } and draws { $cards }.
}
fact-gain-jokers = { $count ->
    [one] { $seat } gains a joker.
   *[other] { $seat } gains { $count } jokers.
}
fact-gain-exchange = { $seat } gains an { $tile }.
fact-exchange-lost = No { $tile } is left: { $seat } gets none.
fact-gain-bonus = { $seat } gains a bonus tile: { $tile }.
fact-gain-bonus-hidden = { $seat } gains a bonus tile.
fact-bonus-lost = No bonus tile is left: { $seat } gets none.
fact-play-tile = { $seat } plays a bonus tile: { $tile }.
fact-swap-markers = { $seat } swaps the markers of { $a } and { $b }.
fact-start-build = { $seat } starts a { $piece } at { $site } for { $cost }.
fact-buy-joker = { $seat } buys a joker for { $coins ->
    [one] 1 coin.
   *[other] { $coins } coins.
}
fact-pay-card = { $seat } pays { $card }.
fact-pay-cards = { $seat } pays { $cards }.
fact-build = { $seat } builds a { $piece } at { $site }.
fact-turn = Turn { $turn }: { $seat }.
fact-win = { $seat } has built everything and wins.
fact-turn-limit = { $limit ->
    [one] 1 turn is played: the game stops without a winner.
   *[other] { $limit } turns are played: the game stops without a winner.
}

## Rejections
reject-game-over = The game is over.
reject-not-your-turn = It is not your turn: { $seat } is to act.
reject-unknown-id = The game has no such action or thing, or a parameter is missing.
reject-already-acted = You have drawn or built already in this turn: end it.
reject-action-required = You cannot pass: draw cards or build first.
reject-wrong-phase = That does not belong to this step of the turn.
reject-site-not-allowed = { $neutral ->
    [yes] The neutral { $piece } does not go to this castle.
   *[no] A { $piece } cannot stand there.
}
reject-no-piece-left = You have no { $piece } left to build.
reject-price-not-allowed = You cannot pay with { $price } there.
reject-extra-space-limit = This castle has an extra space already.
reject-tile-not-owned = You have no such tile: { $tile }.
reject-tile-not-needed = No condition stands in the way: the ignore rules tile is not needed.
reject-site-occupied = A piece stands there already.
reject-keep-limit = This castle has a keep already.
reject-house-needs-wall = A castle has at most as many houses as walls: this would be house { $houses } with { $walls ->
    [one] 1 wall.
   *[other] { $walls } walls.
}
reject-cannot-pay = { $joker ->
    [yes] Your colour cards are not worth enough for a joker.
   *[no] Your cards cannot pay for that to the end.
}
reject-card-not-in-hand = You do not have that card.
reject-card-not-accepted = That card does not fit the price.
reject-would-not-complete = With the cards left you could not complete the payment.
reject-same-node = Choose two different intersections.
reject-pair-order = Name the lower intersection first.
reject-bad-option = An option or its value does not exist, or does not go with the number of seats.

## Creation options
option-start-seat = Who takes the first turn: a seat number, or chance.
option-neutral-placement = Who picks the castles for the neutral pieces: chance, or the seats in turn.
option-two-player-layout = With two seats: the neutral pieces as the rulebook counts them, or all pieces in play.
option-turn-limit = After so many turns the game stops without a winner; 0 lets it go on.
