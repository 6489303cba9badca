# El Gaucho, in English. A seat is told as the name of its holder; things are told by their own messages below,
# or by their ids ("brown 07", "pasture a").

## Things
area-sort = the stall (sort)
area-wish = the rodeo (wish)
area-immediate-sale = the estancia (immediate sale)
area-theft = the thief (theft)
area-overseer = the overseer
area-secret-cattle = the steppe (secret cattle)

## Actions
label-keep-start-tiles = { $direction ->
    [asc] Keep { $tiles }, values rising
    [desc] Keep { $tiles }, values falling
   *[other] Keep { $tiles }
}
label-place-start-gaucho = Send a gaucho to { $area }
label-pick-dice = Take the dice { $dice }
label-place-standing = Stand a gaucho on { $tile } with { $dice }
label-place-lying = Lay a gaucho on { $tile } with { $dice }
label-raise-gaucho = Raise the gaucho on { $tile } with { $dice }
label-place-on-area = Send a gaucho to { $area } with { $dice }
label-use-wish = Wish for a { $face }
label-use-immediate-sale = Sell the herd of { $race } for { $pesos } pesos
label-use-theft = Steal { $tile } from { $victim }, who gets { $pesos ->
    [one] 1 peso
   *[other] { $pesos } pesos
}
label-use-overseer-raise = Let the overseer raise your gauchos on { $tiles }
label-use-overseer-replace = Let the overseer take { $tile } from { $victim }, who gets { $pesos ->
    [one] 1 peso
   *[other] { $pesos } pesos
}
label-use-secret-cattle = Look at the { $count ->
    [one] tile
   *[other] { $count } tiles
} of the steppe
label-recall-from-area = Call the gaucho back from { $area }
label-recall-from-tile = Call the gaucho back from { $tile }
label-end-turn = End your turn
label-secret-take = Take { $tile } from the steppe to { $pasture }
label-secret-done = Take no more from the steppe
label-append = { $count ->
    [one] Start a herd with { $tile }
   *[other] Put { $tile } at the right end of the herd, then worth { $worth } pesos
}
label-append-after-sale = Sell the herd of { $race } for { $pesos } pesos and start a new one with { $tile }
label-sort = Sort { $tile } into the herd, then worth { $worth } pesos

## Prompts
prompt-keep = Keep one of your tiles, two of at most { $two }, or three of at most { $three }. Nobody sees it before all have chosen.
prompt-wait-for-choices = You have chosen: the others are still choosing.
prompt-place = Send your first gaucho to an area that no other seat has chosen.
prompt-pick = Take two dice. Before that you may use special actions.
prompt-turn = { $count ->
    [one] Use your die { $dice }, special actions, then end the turn. An unused die is lost.
   *[other] Use your dice { $dice }, special actions, then end the turn. Unused dice are lost.
}
prompt-turn-without-dice = Your dice are used. You may still use special actions; then end your turn.
prompt-final = The final round has no dice: use special actions, then end your turn.
prompt-secret = Take a tile from the steppe to a pasture with an empty space.
prompt-secret-second = You may take a second tile, of at most { $most }.
prompt-collect = { $sort ->
    [yes] Put your tiles of { $race } into the herd, one by one, or sort one in.
   *[no] Put your tiles of { $race } into the herd, one by one.
}
prompt-wait = { $seat } is to act.
prompt-over = The game is over.

## Warnings
warning-dice-lost = { $count ->
    [one] The die { $dice } is lost.
   *[other] The dice { $dice } are lost.
}

## Facts
fact-race-removed = The race { $race } is out of the game.
fact-start-seat = { $seat } starts.
fact-tile-drawn = { $tile } comes to { $pasture }.
fact-steppe-filled = The steppe gets { $count ->
    [one] 1 tile, face down.
   *[other] { $count } tiles, face down.
}
fact-draw-start-tiles = { $seat } draws { $tiles }.
fact-draw-start-tiles-hidden = { $seat } draws { $count ->
    [one] 1 tile.
   *[other] { $count } tiles.
}
fact-choose = { $seat } has chosen.
fact-choose-own = { $direction ->
    [asc] { $seat } has chosen to keep { $tiles }, values rising; only you see it.
    [desc] { $seat } has chosen to keep { $tiles }, values falling; only you see it.
   *[other] { $seat } has chosen to keep { $tiles }; only you see it.
}
fact-keep = { $direction ->
    [asc] { $seat } keeps { $tiles }, values rising.
    [desc] { $seat } keeps { $tiles }, values falling.
   *[other] { $seat } keeps { $tiles }.
}
fact-discard = { $seat } discards { $count ->
    [one] 1 tile.
   *[other] { $count } tiles.
}
fact-discard-own = { $seat } discards { $tiles }; only you see it.
fact-place-start-gaucho = { $seat } sends a gaucho to { $area }.
fact-round = Round { $round }: { $seat } begins.
fact-final-round = Round { $round } is the final one, without dice: { $seat } begins.
fact-roll = The dice show { $dice }.
fact-pick-dice = { $seat } takes the dice { $dice }.
fact-place-standing = A gaucho of { $seat } stands on { $tile } for { $dice }.
fact-place-lying = A gaucho of { $seat } lies on { $tile } for { $dice }.
fact-raise = The gaucho of { $seat } on { $tile } stands up for { $dice }.
fact-place-on-area = { $seat } sends a gaucho to { $area } for { $dice }.
fact-recall-from-area = { $seat } calls the gaucho back from { $area }.
fact-recall-from-tile = { $seat } calls the gaucho back from { $tile }.
fact-wish = { $seat } wishes for a { $face }.
fact-sell-herd = { $bonus ->
    [0] { $seat } sells the herd { $tiles } for { $pesos ->
        [one] 1 peso.
       *[other] { $pesos } pesos.
    }
   *[other] { $seat } sells the herd { $tiles } for { $pesos } pesos, { $bonus } of them a bonus.
}
fact-steal = { $seat } steals { $tile } from { $victim }.
fact-compensation = { $seat } gets { $pesos ->
    [one] 1 peso for the loss.
   *[other] { $pesos } pesos for the loss.
}
fact-overseer-raise = { $count ->
    [one] The overseer raises the gaucho of { $seat } on { $tiles }.
   *[other] The overseer raises the gauchos of { $seat } on { $tiles }.
}
fact-overseer-replace = A gaucho of { $seat } stands on { $tile } now, in the place of one of { $victim }.
fact-look-at-steppe = { $seat } looks at the steppe: { $tiles }; only you see it.
fact-look-at-steppe-hidden = { $seat } looks at the { $count ->
    [one] tile of the steppe.
   *[other] { $count } tiles of the steppe.
}
fact-secret-take = { $seat } takes { $tile } from the steppe to { $pasture }; a gaucho stands on it.
fact-dice-lost = { $count ->
    [one] { $seat } does not use the die { $dice }.
   *[other] { $seat } does not use the dice { $dice }.
}
fact-turn = { $seat } is next.
fact-collect = { $seat } brings home { $tiles }.
fact-append = { $count ->
    [one] { $tile } starts a herd of { $seat }.
   *[other] { $tile } goes to the right end of the herd of { $seat }, now worth { $worth } pesos.
}
fact-sort = { $tile } is sorted into the herd of { $seat }, now worth { $worth } pesos.
fact-end-triggered = In round { $round } the end begins: { $more ->
    [one] one more round with dice
   *[other] { $more } more rounds with dice
}, then the final round without.
fact-last-tiles = The standing gauchos bring the last tiles home, and every herd is sold.
fact-win = { $count ->
    [one] { $seats } has the most pesos and wins.
   *[other] { $seats } have the most pesos and win.
}

## Rejections
reject-game-over = The game is over.
reject-not-your-turn = { $known ->
    [yes] It is not your turn: { $seat } is to act.
   *[no] You have chosen: wait for the others.
}
reject-wrong-phase = That cannot be done in this part of the game: choose from what is offered now.
reject-bad-parameter = The game has no such action or thing, or a list is out of order, too long or too short: choose from what is offered.
reject-not-your-tiles = You did not draw all of these tiles.
reject-keep-limit-exceeded = So many tiles ({ $tiles }) may be kept only if none is higher than { $most }.
reject-direction-invalid = { $share ->
    [yes] Two of these tiles share a race: say whether they rise or fall.
   *[no] No two of these tiles share a race: there is no direction to choose.
}
reject-area-taken = Another seat has chosen { $area }.
reject-no-dice-in-final-round = There are no dice in the final round.
reject-dice-already-picked = You have taken your dice.
reject-dice-not-picked = Take two dice first.
reject-dice-unavailable = These dice are not there.
reject-tile-not-in-pampa = The tile lies in no pasture.
reject-tile-occupied = A gaucho holds the tile already.
reject-value-mismatch = The dice add up to { $sum }. What is asked here: { $asked }.
reject-no-gaucho-in-supply = You have no gaucho at home.
reject-no-own-lying-gaucho = No gaucho of yours lies there.
reject-area-occupied = A gaucho of yours is on { $area } already.
reject-area-vacated-this-turn = A gaucho left { $area } in this turn: come back in a later one.
reject-area-not-held = You have no gaucho on { $area }.
reject-area-placed-this-turn = The gaucho came to { $area } in this turn: use him in a later one.
reject-herd-too-small = The herd has too few tiles: { $tiles } of at least { $least }.
reject-tile-not-stealable = The tile is in no other seat's herd.
reject-no-opponent-lying-gaucho = No gaucho of another seat lies there.
reject-steppe-empty = The steppe has no tile.
reject-no-empty-space = { $anywhere ->
    [yes] No pasture has an empty space.
   *[no] That pasture has no empty space.
}
reject-no-own-gaucho = No gaucho of yours is on that tile.
reject-supply-not-empty = A gaucho comes back from a tile only when none is at home.
reject-tile-not-in-steppe = The tile is not in the steppe.
reject-second-tile-too-high = A second tile may be { $most } at most.
reject-secret-take-required = Take a tile first: you have looked at them.
reject-tile-not-pending = You are not bringing home that tile.
reject-not-current-race = Tiles of another race come first.
reject-sort-not-available = You have no gaucho on the stall that sorts.
reject-sort-pointless = Sorting would do no more here than putting the tile at the end.
reject-bad-option = An option or its value does not exist, or does not go with the number of seats.

## Options
option-start-seat = Who takes the first turn: a seat number, or chance.
option-removed-race = With two seats: which race is out of the game, or chance.
