#!/bin/sh
# A bot in POSIX shell, and in nothing else: docs/reference/text-seat.md has its lines.
# It bids aces and kings, leads its highest card, and follows with its lowest.

on_table=0 # cards of the trick so far

# Set `high` and `low` to the highest and the lowest of the cards, by the deck's ranks.
ends() {
    high= low= most=-1 least=99
    for card; do
        suit=${card#?}
        below=${ranks#*"${card%"$suit"}"}
        strength=${#below}
        case $card in X*) strength=0 ;; esac # a joker never wins
        if [ "$strength" -gt "$most" ]; then most=$strength high=$card; fi
        if [ "$strength" -lt "$least" ]; then least=$strength low=$card; fi
    done
}

# Set `tricks` to the aces and kings of the cards, at least 1.
count() {
    tricks=0
    for card; do
        case $card in A? | K?) tricks=$((tricks + 1)) ;; esac
    done
    if [ "$tricks" -eq 0 ]; then tricks=1; fi
}

# Answer a question: number, kind, time of the move, bank, a safe answer, all legal ones.
answer() {
    kind=$2 safe=$5
    shift 5
    case $kind in
        bid)
            count $hand
            case " $* " in *" $tricks "*) echo "$tricks" ;; *) echo "$safe" ;; esac
            ;;
        play)
            ends "$@"
            if [ "$on_table" -eq 0 ]; then echo "$high"; else echo "$low"; fi
            ;;
        *) echo "$safe" ;;
    esac
}

while read -r word rest; do
    case $word in
        hello) echo "hello 1 shell" ;;
        deck) ranks=${rest%% *} ;;
        holds) hand=$rest ;;
        play) on_table=$((on_table + 1)) ;;
        hand | trick) on_table=0 ;;
        '?') answer $rest ;;
        error) echo "not taken: $rest" >&2 ;;
        quit) exit 0 ;;
    esac
done
