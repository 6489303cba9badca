# El Burro, in English. A seat is told as the name of its holder; things are told by their own messages below, or
# by their ids.

## Words of the rules
good-silver = silver
good-worker = a worker
resource-silver = silver
resource-worker = worker
resource-prestige = prestige
resource-harvest-good = harvest good
resource-basic-good = basic good
resource-upgraded-good = upgraded good
resource-farm-good = farm good
side-field = a field
side-administration = farm administration
side-acquisition = an acquisition
side-barrow = a market barrow
side-side-a = its first side
side-side-b = its second side
rondel-side-a = quiet side
rondel-side-b = lively side
general-side-simple = simple side
general-side-demanding = demanding side
deck-normal = normal cards
deck-special = special cards
branch-short = the short way
branch-long = the long way
slot-siesta = siesta card
slot-donkey = donkey card
means-silver = silver
means-trough = trough spaces
action-trough-silver = silver
action-trough-worker = a worker
delivery-donkey = donkey
delivery-goat = goat
delivery-community = community
delivery-either = donkey or goat
delivery-of-step = goat or donkey
delivery-special = special
target-slot-0 = the barrow in slot 1
target-slot-1 = the barrow in slot 2
target-slot-2 = the barrow in slot 3
target-dock-1 = the boat at dock 1
target-dock-2 = the boat at dock 2
target-dock-3 = the boat at dock 3
target-dock-4 = the boat at dock 4
target-dock-5 = the boat at dock 5
source-acquisition-0 = the acquisition in slot 1
source-acquisition-1 = the acquisition in slot 2
source-acquisition-2 = the acquisition in slot 3
source-round-tile = the round tile
achievement-general-simple = the general achievement, simple side
achievement-general-demanding = the general achievement, demanding side
achievement-personal-0 = the first personal goal
achievement-personal-1 = the second personal goal
achievement-personal-2 = the third personal goal
cause-effect = an effect
cause-barrow = a market barrow
cause-market = a local market
cause-support = supporting another farm
cause-reward = the reward of a delivery
cause-dock = a dock
cause-achievement = being first with an achievement
cause-siesta = the siesta
cause-siesta-end = reaching the end of the siesta track
cause-milestones = milestones
cause-stable = the stable
cause-support-kept = the support marker
row-connections = connected reward tracks
row-scoring-options = scoring options of reward tracks
row-special-cards = special farm cards
row-game-end-barrows = game-end barrows
row-boats = boats
row-trough = the trough
row-strike = workers on strike
step-setup-start = starting spaces are chosen
step-farm = farm phase
step-revenue-first = revenue phase, first dice
step-revenue-second = revenue phase, second dice
step-revenue-community = revenue phase, the die for all
step-donkey-choice = transport phase, donkey cards are chosen
step-siesta = transport phase, siesta
step-set-turn-order = transport phase, the new turn order
step-goat = transport phase, goat deliveries
step-donkey = transport phase, donkey deliveries
step-score-milestones = scoring phase, milestones
step-score-stable = scoring phase, stables
step-score-support = scoring phase, support markers
step-pay-workers = scoring phase, wages
step-prepare = the next round is prepared
step-last-deliveries = last special deliveries
step-final-scoring = final scoring
track-olive-grain = olives and grain

## Farm spaces
space-take-silver = Coin box
space-take-harvest = Store room
space-buy-pig = Pig gate
space-upgrade-or-siesta = Kitchen bench
space-play-card = Building plot
space-make-delivery = Loading ramp

## Farm extensions
extension-counting-house = Counting house
extension-granary = Granary
extension-piggery = Piggery
extension-cook-house = Cook house
extension-carpentry = Carpentry
extension-wagon-shed = Wagon shed

## Local markets
market-market-1-left = Mill market
market-market-1-right = Well market
market-market-4 = Village market
market-market-8 = Olive market
market-market-12 = City market
target-market-1-left = Mill market
target-market-1-right = Well market
target-market-4 = Village market
target-market-8 = Olive market
target-market-12 = City market

## Covering tiles
cover-cover-1 = Soup kitchen
cover-cover-2 = Tavern
cover-cover-3 = Building site
cover-cover-4 = Butcher
cover-cover-5 = Inn
cover-cover-6 = Animal fair
cover-cover-7 = Pressing house
cover-cover-8 = Greengrocer

## Market bonus tiles
tile-awning = Awning
tile-spice-rack = Spice rack
tile-fruit-crates = Fruit crates
tile-oat-chest = Oat chest
tile-ledger = Ledger
tile-swine-yard = Swine yard
tile-hammock = Hammock
tile-pack-frame = Pack frame
source-awning = Awning
source-spice-rack = Spice rack
source-fruit-crates = Fruit crates
source-oat-chest = Oat chest
source-ledger = Ledger
source-swine-yard = Swine yard
source-hammock = Hammock
source-pack-frame = Pack frame

## Boats
boat-llaut = Llaut
boat-galley = Galley
boat-caravel = Caravel
boat-xebec = Xebec
boat-cog = Cog

## Road spaces
road-start-pig = Pig path
road-start-harvest = Orchard path
road-start-silver = Mill path
road-start-siesta = Shady path
road-start-travel = Open path
road-r2 = Old well
road-r3 = First stone
road-r4 = Village square
road-r5 = Cart crossing
road-r6-long-1 = Chapel hill
road-r6-long-2 = Chapel spring
road-r6-short = Ford
road-r7 = Stone bridge
road-r8 = Olive market
road-r9 = Watchtower
road-r10 = Toll yard
road-r11-long-1 = Low gate
road-r11-long-2 = Terraces
road-r11-long-3 = Terrace end
road-r11-short = High gate
road-r12 = City market
road-r13 = City stone
road-r14-long-1 = Wall walk
road-r14-long-2 = Wall fountain
road-r14-short = Fish alley
road-r15 = Harbour gate
road-dock-1 = Dock 1
road-dock-2 = Dock 2
road-dock-3 = Dock 3
road-dock-4 = Dock 4
road-dock-5 = Dock 5

## Donkey cards
donkey-donkey-1 = Old grey (1)
donkey-donkey-2-larder = Sly one (2)
donkey-donkey-2-helper = Gentle one (2)
donkey-donkey-2-village = Friendly one (2)
donkey-donkey-3-silver = Trader (3)
donkey-donkey-3-harvest = Grazer (3)
donkey-donkey-3-trough = Eater (3)
donkey-donkey-3-road = Walker (3)
donkey-donkey-4-silver = Strong one (4)
donkey-donkey-4-plain = Steady one (4)
donkey-donkey-4-young = Young one (4)
donkey-donkey-5 = Champion (5)

## Round tiles
round-tile-dowry = Dowry
round-tile-neighbours = Good neighbours
round-tile-sowing-days = Sowing days
round-tile-saints-day = Saint's day
round-tile-trough-trade = Trough trade
round-tile-piglets = Piglets
round-tile-pressing-time = Pressing time
round-tile-goat-path = Goat path
round-tile-golden-harvest = Golden harvest
round-tile-village-feast = Village feast
round-tile-fat-oats = Fat oats
round-tile-market-day = Market day
round-tile-tail-wind = Tail wind
round-tile-long-evening = Long evening
round-tile-notary = Notary in town
round-tile-thanksgiving = Thanksgiving

## Achievements
personal-planter = Planter
personal-steward = Steward
personal-herder = Herder
personal-host = Host
personal-cook = Cook
personal-carter = Carter
general-wide-fields = Wide fields
general-built-up = Well built
general-known-trader = Known trader
general-full-sty = Full sty
general-busy-carts = Busy carts
general-big-farm = Big farm

## Farm cards
card-big-shovel-1 = Big shovel I
card-big-shovel-2 = Big shovel II
card-stone-oven-1 = Stone oven I
card-stone-oven-2 = Stone oven II
card-wine-press-1 = Wine press I
card-wine-press-2 = Wine press II
card-smokehouse-1 = Smokehouse I
card-smokehouse-2 = Smokehouse II
card-mixed-basket-1 = Mixed basket I
card-mixed-basket-2 = Mixed basket II
card-cellar-keys-1 = Cellar keys I
card-cellar-keys-2 = Cellar keys II
card-haggling-table-1 = Haggling table I
card-haggling-table-2 = Haggling table II
card-kitchen-fire-1 = Kitchen fire I
card-kitchen-fire-2 = Kitchen fire II
card-broody-sow-1 = Broody sow I
card-broody-sow-2 = Broody sow II
card-acorn-wood-1 = Acorn wood I
card-acorn-wood-2 = Acorn wood II
card-pig-dealer-1 = Pig dealer I
card-pig-dealer-2 = Pig dealer II
card-wide-pen-1 = Wide pen I
card-wide-pen-2 = Wide pen II
card-money-box-1 = Money box I
card-money-box-2 = Money box II
card-late-lamp-1 = Late lamp I
card-late-lamp-2 = Late lamp II
card-early-bell-1 = Early bell I
card-early-bell-2 = Early bell II
card-bunkhouse-1 = Bunkhouse I
card-bunkhouse-2 = Bunkhouse II
card-foreman-1 = Foreman I
card-foreman-2 = Foreman II
card-spare-key-1 = Spare key I
card-spare-key-2 = Spare key II
card-straw-hat-1 = Straw hat I
card-straw-hat-2 = Straw hat II
card-donkey-bell-1 = Donkey bell I
card-donkey-bell-2 = Donkey bell II
card-road-map-1 = Road map I
card-road-map-2 = Road map II
card-roadside-inn-1 = Roadside inn I
card-roadside-inn-2 = Roadside inn II
card-deep-trough-1 = Deep trough I
card-deep-trough-2 = Deep trough II
card-feed-sack-1 = Feed sack I
card-feed-sack-2 = Feed sack II
card-pack-saddle-1 = Pack saddle I
card-pack-saddle-2 = Pack saddle II
card-goat-herd-1 = Goat herd I
card-goat-herd-2 = Goat herd II
card-village-friend-1 = Village friend I
card-village-friend-2 = Village friend II
card-guest-book-1 = Guest book I
card-guest-book-2 = Guest book II
card-barrow-wright-1 = Barrow wright I
card-barrow-wright-2 = Barrow wright II
card-market-stall-1 = Market stall I
card-market-stall-2 = Market stall II
card-notice-board-1 = Notice board I
card-notice-board-2 = Notice board II
card-ladder-1 = Ladder I
card-ladder-2 = Ladder II
card-wicker-basket-1 = Wicker basket I
card-wicker-basket-2 = Wicker basket II
card-shady-bench-1 = Shady bench I
card-shady-bench-2 = Shady bench II
card-walking-stick-1 = Walking stick I
card-walking-stick-2 = Walking stick II
card-chapel-1 = Chapel I
card-chapel-2 = Chapel II
card-guild-seat-1 = Guild seat I
card-guild-seat-2 = Guild seat II
card-master-builder-1 = Master builder I
card-master-builder-2 = Master builder II
card-roof-tiler-1 = Roof tiler I
card-roof-tiler-2 = Roof tiler II
card-toolmaker-1 = Toolmaker I
card-toolmaker-2 = Toolmaker II
card-carter-guild-1 = Carters' guild I
card-carter-guild-2 = Carters' guild II
card-wheelwright-1 = Wheelwright I
card-wheelwright-2 = Wheelwright II
card-pilgrim-1 = Pilgrim I
card-pilgrim-2 = Pilgrim II
card-feed-master-1 = Feed master I
card-feed-master-2 = Feed master II
card-drover-1 = Drover I
card-drover-2 = Drover II
card-pathfinder-1 = Pathfinder I
card-pathfinder-2 = Pathfinder II
card-benefactor-1 = Benefactor I
card-benefactor-2 = Benefactor II
card-friend-of-all-1 = Friend of all I
card-friend-of-all-2 = Friend of all II
card-miser-1 = Miser I
card-miser-2 = Miser II
card-breeder-1 = Breeder I
card-breeder-2 = Breeder II
card-full-pantry-1 = Full pantry I
card-full-pantry-2 = Full pantry II
card-stable-lord-1 = Stable lord I
card-stable-lord-2 = Stable lord II
card-mayor-1 = Mayor I
card-mayor-2 = Mayor II
card-collector-1 = Collector I
card-collector-2 = Collector II

## Effects
effect-gain = { $different ->
    [yes] take { $n } { $what } of different kinds
   *[no] take { $n } { $what }
}
effect-pay = pay { $n } { $what } to { $then }
effect-move-donkey = move one donkey { $n ->
    [one] 1 space
   *[other] { $n } spaces
}
effect-siesta = { $n ->
    [one] 1 siesta step
   *[other] { $n } siesta steps
}
effect-trough = { $back ->
    [yes] trough marker { $n } back
   *[no] trough marker { $n } forward
}
effect-milestone = milestone marker { $n } forward
effect-upgrade = upgrade { $n ->
    [one] 1 basic good for free
   *[other] { $n } basic goods for free
}
effect-play-card = { $free ->
    [yes] play a farm card, a special one for free
   *[no] play a farm card
}
effect-deliver = { $n ->
    [one] 1 delivery ({ $kind })
   *[other] { $n } deliveries ({ $kind })
}
effect-reward-step = a step on the track of { $track }
effect-any-reward-step = a step on any reward track
effect-place-extension = place a farm extension
effect-turn-extension = turn a farm extension
effect-claim-option = take a marking of the scoring option
effect-recall-worker = take { $n ->
    [one] 1 worker
   *[other] { $n } workers
} back to the farmhouse
effect-draw-swap = discard up to { $n } cards and draw as many
effect-option = { $what }
effect-choose = choose { $n } of these: { $of }
effect-repeat = { $n } times: { $what }
effect-repeat-per = up to { $n } times, once for each: { $what }
effect-score = prestige for what is there

## Actions
label-choose-start = Start on { $space }
label-run-effect = Now: { $what }
label-choose-option = Choose: { $what }
label-take-good = Take { $good }
label-pay = Pay { $goods }: { $what }
label-upgrade-good = Upgrade { $good } to { $to } for free
label-move-donkey = Move donkey { $donkey } from { $space }
label-take-branch = Take { $branch }
label-stop-move = Stop here
label-claim-dock = Claim the dock with the { $boat }
label-pass-dock = Leave the dock unclaimed
label-play-card = { $replaces ->
    [yes] Play { $card } as { $side } in slot { $slot }, replacing the card there
   *[no] Play { $card } as { $side }
}
label-draw-card = Draw from the { $deck }
label-discard-card = Discard { $card }
label-swap-card = Discard { $card } to draw another card
label-deliver = { $own ->
    [yes] Deliver { $goods } at home: { $target }
   *[no] Deliver { $goods } to { $owner }: { $target }
}
label-deliver-community = Deliver { $good } to the community
label-take-reward = Go to space { $space } on the track of { $track }
label-take-reward-prestige = Take { $prestige } prestige
label-place-extension = Place { $tile }
label-turn-extension = Turn { $tile }
label-recall-worker = Take the worker back from { $space }
label-score-target = Score { $target }
label-skip = Skip this
label-return-loose = Return the good without a place
label-gain-income = Take your income
label-harvest = Harvest
label-gain-offspring = See for offspring
label-take-die = Take a die with { $face }
label-use-community-die = Use the die that is left for all
label-allocate-donkeys = { $discards ->
    [yes] Siesta { $siesta }, donkey { $donkey }, stable { $stable }, discard { $discard }
   *[no] Siesta { $siesta }, donkey { $donkey }, stable { $stable }
}
label-activate-bonus = Use the bonus of the card
label-boost = { $plus ->
    [0] Do not boost the card
   *[other] Boost the card by { $plus }
}
label-pay-workers = { $count ->
    [0] Pay no worker
   *[other] Pay the workers on { $spaces }
}
label-end-turn = End your turn
label-buy-good = { $with ->
    [silver] Buy { $good } for { $silver } silver
   *[other] Buy { $good } for { $trough ->
        [one] 1 trough space
       *[other] { $trough } trough spaces
    }
}
label-sell-good = Sell { $good } for { $silver } silver
label-upgrade-for-silver = Upgrade { $good } to { $to } for { $silver } silver
label-assign-worker = Assign a worker to { $space }
label-special-delivery = Special delivery of { $goods }: { $target }
label-use-trough = Go { $trough ->
    [one] 1 trough space
   *[other] { $trough } trough spaces
} back: { $what }
label-fulfil-achievement = Claim { $achievement }
label-use-action = Use { $source }: { $what }

## Prompts
prompt-any-order = Choose what to do next.
prompt-take-good = { $different ->
    [yes] Take goods, all different: { $goods } ({ $left } left).
   *[no] Take a good: { $goods } ({ $left } left).
}
prompt-pay = You may { $what }.
prompt-choose = You may { $what } ({ $left } left).
prompt-move = Choose the donkey that moves { $steps ->
    [one] 1 space.
   *[other] { $steps } spaces.
}
prompt-moving = Donkey { $donkey } has { $left ->
    [one] 1 space
   *[other] { $left } spaces
} to go: choose the way.
prompt-dock = Claim { $dock } for { $prestige } prestige: choose a boat, or leave it.
prompt-upgrade = Upgrade a basic good for free ({ $left } left).
prompt-play-card = { $cost ->
    [0] Play a farm card; a special one is free.
   *[other] Play a farm card; a special one costs { $cost } silver.
}
prompt-deliver = Make a delivery: { $kind } ({ $left } left).
prompt-track-step = Choose the reward track on which your marker moves.
prompt-place-extension = Place a farm extension.
prompt-turn-extension = Turn a farm extension.
prompt-recall = Take a worker back to the farmhouse ({ $left } left).
prompt-swap = You may discard cards to draw as many ({ $left } left).
prompt-refill = Draw cards until you hold { $limit }.
prompt-redraw = Draw { $left ->
    [one] 1 card.
   *[other] { $left } cards.
}
prompt-discard-one = Discard a card of your hand.
prompt-reward = Choose the reward of the delivery.
prompt-score-targets = Others have completed your targets: score them first.
prompt-start = Choose a starting space for your donkeys.
prompt-expand-first = Play four cards, one at each side of your farm.
prompt-expand = Play a farm card.
prompt-income = Take your income.
prompt-harvest = Harvest: each empty field bears a good.
prompt-offspring = See whether a pig is born.
prompt-end-farm = Your farm work is done: end your turn.
prompt-take-die = Take a die: its action and its bonus are yours.
prompt-community-die = You may use the die that is left for all: { $face }.
prompt-choose-donkeys = Choose your donkey cards: siesta, donkey, stable, discard. Nobody sees them before all have chosen.
prompt-bonus = You may use the bonus of your { $slot } (value { $value }).
prompt-boost = You may boost your { $slot } (value { $value }) by 1 or 2.
prompt-donkey = Deliver to your own barrows and markets (value of the card: { $value }), then end your turn.
prompt-goat = Deliver to another seat or to the community, then end your turn.
prompt-wages = Pay the workers that shall go home, { $wage } silver each. The others strike.
prompt-last-deliveries = Last special deliveries to your boats and game-end barrows, then end your turn.
prompt-end-turn = End your turn, or do something else first.
prompt-turn = It is your turn.
prompt-loose = You have a good without a place: use it or return it first.
prompt-wait = Waiting for { $seats }.
prompt-over = The game is over.

## Warnings
warning-forfeit = What is left of it is lost.
warning-move-lost = { $left ->
    [one] 1 space of the move is lost.
   *[other] { $left } spaces of the move are lost.
}
warning-loose-lost = The good is lost.
warning-replaced = { $card } and what was delivered to it are lost.

## Facts
fact-rondel = The rondel shows its { $side }, turned by { $rotation }.
fact-market-covered = { $cover } covers the { $market }.
fact-market-bonus = The bonus tiles of the { $market }: { $tile }.
fact-prestige-bonus = The bonus tile at { $at } prestige: { $tile }.
fact-general = A general achievement, { $side }: { $tile }.
fact-round-tile = The tile of round { $round }: { $tile }.
fact-boat-side = The { $boat } lies with { $side } up.
fact-personal = { $seat } gets the personal achievement { $tile }.
fact-first-seat = { $seat } is first in turn order.
fact-choose-start = { $seat } starts on { $space }.
fact-step = { $round ->
    [0] Setup: { $step }.
   *[other] Round { $round }: { $step }.
}
fact-turn = { $seat } is next.
fact-turn-ended = { $seat } is done.
fact-skip = { $seat } skips the rest.
fact-turn-order = The new turn order: { $seats }.
fact-rondel-turned = The rondel turns.
fact-roll = The dice show { $dice }.
fact-take-die = { $seat } takes a die with { $face }.
fact-community-die = The die that is left for all shows { $face }.
fact-use-community-die = { $seat } uses the die that is left for all.
fact-final-row = { $seat }: { $prestige } prestige for { $row }.
fact-over = The game is over.
fact-gain-silver = { $seat } takes { $count } silver.
fact-pay-silver = { $seat } pays { $count } silver.
fact-gain-good = { $seat } takes { $good }.
fact-good-loose = { $seat } has no room for { $good }: it has to be used or returned.
fact-good-lost = { $seat } has no room for { $good }: it is lost.
fact-sell-at-once = { $seat } has no room for { $good } and gets { $silver } silver for it.
fact-good-stored = { $good } of { $seat } finds room.
fact-return-loose = { $seat } returns { $good }.
fact-pay-goods = { $seat } pays { $goods }.
fact-buy-good = { $trough ->
    [0] { $seat } buys { $good } for { $silver } silver.
    [one] { $seat } buys { $good } for 1 trough space.
   *[other] { $seat } buys { $good } for { $trough } trough spaces.
}
fact-sell-good = { $seat } sells { $good } for { $silver } silver.
fact-upgrade-good = { $paid ->
    [yes] { $seat } upgrades { $from } to { $to } for { $silver } silver.
   *[no] { $seat } upgrades { $from } to { $to } for free.
}
fact-harvest = { $count ->
    [0] { $seat } harvests: nothing grows.
   *[other] { $seat } harvests { $goods }.
}
fact-offspring = A pig is born at the farm of { $seat }.
fact-gain-workers = { $seat } takes { $count ->
    [one] 1 worker.
   *[other] { $count } workers.
}
fact-assign-worker = { $seat } assigns a worker to { $space }.
fact-recall-worker = { $seat } takes the worker back from { $space }.
fact-pay-workers = { $count ->
    [0] { $seat } pays no worker.
   *[other] { $seat } pays the workers on { $spaces } with { $silver } silver.
}{ $striking ->
    [0] {""}
   *[other] {" "}On strike: { $strike }.
}
fact-use-trough = { $seat } gets { $action } from the trough.
fact-use-action = { $seat } uses { $source }.
fact-play-card = { $silver ->
    [0] { $seat } plays { $card } as { $side }.
   *[other] { $seat } plays { $card } as { $side } for { $silver } silver.
}
fact-replace-card = { $card } of { $seat } makes room and is discarded.
fact-discard-card = { $seat } discards { $card }.
fact-draw-card-own = { $seat } draws { $card }; only you see it.
fact-draw-card = { $seat } draws one of the { $deck }.
fact-draw-hand-own = { $seat } draws { $cards }; only you see them.
fact-draw-hand = { $seat } draws { $normal } normal and { $special } special cards.
fact-reshuffle = The discarded { $deck } are shuffled.
fact-draw-donkeys-own = { $seat } draws { $cards }; only you see them.
fact-draw-donkeys = { $seat } draws { $count } donkey cards.
fact-allocate-own = { $discards ->
    [yes] { $seat } has chosen siesta { $siesta }, donkey { $donkey }, stable { $stable }, discard { $discard }; only you see it.
   *[no] { $seat } has chosen siesta { $siesta }, donkey { $donkey }, stable { $stable }; only you see it.
}
fact-allocate = { $seat } has chosen.
fact-show-donkeys = { $seat } shows siesta { $siesta }, donkey { $donkey }, stable { $stable }.
fact-activate-bonus = { $seat } uses the bonus of { $card }.
fact-boost = { $plus ->
    [0] { $seat } does not boost the { $slot }.
   *[other] { $seat } boosts the { $slot } by { $plus }.
}
fact-move-donkey = Donkey { $donkey } of { $seat } goes to { $space } ({ $number }).
fact-take-branch = Donkey { $donkey } of { $seat } takes { $branch }.
fact-stop-move = { $left ->
    [one] Donkey { $donkey } of { $seat } stops; 1 space is lost.
   *[other] Donkey { $donkey } of { $seat } stops; { $left } spaces are lost.
}
fact-unlock-market = { $seat } unlocks the { $market }.
fact-claim-dock = { $seat } claims { $dock } with the { $boat }.
fact-pass-dock = { $seat } leaves { $dock } unclaimed.
fact-deliver = { $own ->
    [yes] { $seat } delivers { $goods } at home: { $target }.
   *[no] { $seat } delivers { $goods } to { $owner }: { $target }.
}
fact-deliver-community = { $seat } delivers { $good } to the community.
fact-support-turned = The support marker of { $seat } turns to the basket.
fact-support-back = The support marker of { $seat } turns back.
fact-score-barrow = { $seat } scores the barrow { $card }.
fact-barrow-leaves = The barrow { $card } leaves the farm of { $seat }.
fact-score-market = { $seat } scores the { $market } and takes place { $place }.
fact-take-tile = { $seat } takes { $tile }.
fact-turn-tile = { $tile } of { $seat } turns to its lasting side.
fact-reward-step = { $seat } reaches space { $space } on the track of { $track }.
fact-claim-option = { $seat } takes a marking of the scoring option of { $track }.
fact-place-extension = { $seat } places { $tile }.
fact-turn-extension = { $seat } turns { $tile }.
fact-siesta = { $seat } is on space { $space } of the siesta track.
fact-trough = { $seat } is on space { $space } of the trough track.
fact-milestone = { $seat } is on space { $space } of the milestone track.
fact-gain-prestige = { $seat } gains { $count } prestige for { $cause }.
fact-prestige-tile = { $seat } passes { $at } prestige: { $tile } works.
fact-achievement = { $seat } claims { $achievement }.

## Rejections
reject-game-over = The game is over.
reject-not-your-turn = It is not your turn.
reject-bad-parameter = The game has no such action or thing, or a list is out of order.
reject-no-such-choice = You cannot do that now: something else is asked.
reject-loose-first = First use or return the good for which you have no room.
reject-bad-option = An option or its value does not exist, or does not go with the number of seats.
reject-space-taken = Another seat has chosen this starting space.
reject-bad-index = There is no such entry.
reject-option-impossible = Nothing of that can be done now, or you have picked it already.
reject-good-not-offered = That good is not offered here, or you have taken it already.
reject-no-room = You have no room for that good.
reject-cannot-pay = You cannot pay that.
reject-bad-goods = These goods are not what is asked there.
reject-good-not-held = You do not have that good, or not where it can be taken from.
reject-no-free-worker = You have no worker in your farmhouse.
reject-donkey-on-boat = This donkey is on a boat and stays there.
reject-no-way = There is no open way on for this donkey.
reject-barrier-closed = The barrier is closed: fulfil its achievement first.
reject-boat-taken = That boat is gone, or another one lies at this dock.
reject-card-not-in-hand = You do not have that card in hand.
reject-side-used = You have played a card at this side already: one at each side.
reject-row-full = All slots of that row are taken: say which card makes room.
reject-row-not-full = No card has to make room there.
reject-card-locked = The card in that slot is complete: it cannot be replaced.
reject-deck-empty = That deck has no card left.
reject-no-such-target = There is nothing to deliver to.
reject-marking-filled = That marking is filled already.
reject-target-closed = That seat has scored this market: its area is closed.
reject-market-locked = You have not unlocked this market yet.
reject-wrong-owner = A donkey delivers to your own farm and markets, a goat to those of others.
reject-special-target = Game-end barrows and boats are filled by special deliveries.
reject-normal-target = Special deliveries go to your own game-end barrows and boats only.
reject-good-needed = Another seat needs this good: it cannot go to the community.
reject-marker-at-top = Your marker is at the end of this track.
reject-track-not-offered = This track is not offered here.
reject-tile-on-farm = This extension lies on your farm already.
reject-tile-not-on-farm = This extension does not lie on your farm.
reject-tile-turned = This extension is turned already.
reject-wrong-shape = Only extensions of the other shape fit here.
reject-target-not-complete = That is not complete.
reject-not-for-sale = That good cannot be bought or sold that way.
reject-not-upgradable = That good cannot be upgraded.
reject-space-occupied = A worker stands there already.
reject-wrong-step = That can be used in your goat or donkey step only.
reject-trough-too-low = Your trough marker cannot go back that far.
reject-limit-used = You have used that as often as you may this round.
reject-no-such-action = Nothing there adds an action.
reject-already-claimed = You have claimed this achievement already.
reject-condition-not-met = Its conditions do not hold now.
reject-die-not-there = There is no such die in the supply.
reject-not-your-cards = Choose different cards of your hand, one for each place.
reject-space-not-assigned = No worker of yours stands there.
reject-must-answer = That cannot be skipped: answer it first.

## Options
option-variable-markets = Local markets: 5 of the 8 covering tiles, drawn at random, cover the printed markets.
option-variable-bonuses = Bonus tiles: 7 of the 8 types, drawn at random, lie at the markets and at the prestige track.
option-first-seat = Who is first in the first turn order: a seat number, or chance.
option-rondel-direction = Which way the bonus rondel turns after each round.
option-simultaneous = Steps that all play at once: together, or one after the other in turn order.
