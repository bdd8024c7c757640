;;; chart-kernel-preview-mouse.el --- The mouse over a chart  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: Apache-2.0

;;; Commentary:

;; Reports to the kernel what the mouse does over the picture of a chart.
;;
;; The kernel counts in px of the chart; Emacs may show the picture larger (on
;; a dense screen) or smaller (in a narrow window).  Every place is converted
;; by the size that the picture is shown at.

;;; Code:

(require 'chart-kernel-preview-picture)
(require 'chart-kernel-rpc)

(defcustom chart-kernel-scroll-step 40
  "How many px of a chart with axes one step of the mouse wheel is."
  :type 'number :group 'chart-kernel)

(defcustom chart-kernel-rotation-step 5
  "By how many degrees one step of the mouse wheel turns a chart such as a pie."
  :type 'number :group 'chart-kernel)

(defvar-local chart-kernel-preview--scrolls t "Nil once the kernel has said that the chart has nothing to scroll.")
(defvar-local chart-kernel-preview--move nil "Place and time of a move that waits until the last one is answered.")
(defvar-local chart-kernel-preview--hovering nil "Whether the answer to a hover is on its way.")

;;; Places

(defun chart-kernel-preview--scale (posn)
  "The chart's px for each px of the picture at POSN, as (X . Y)."
  (let ((shown (posn-object-width-height posn)) (size chart-kernel-preview--size))
    (if (and size shown (> (car shown) 0) (> (cdr shown) 0))
        (cons (/ (car size) (float (car shown))) (/ (cdr size) (float (cdr shown))))
      '(1.0 . 1.0))))

(defun chart-kernel-preview--place (posn)
  "The place in the chart that POSN is at, as (X . Y); nil outside."
  (when-let ((xy (and (posn-image posn) (posn-object-x-y posn)))
             (scale (chart-kernel-preview--scale posn)))
    (cons (* (car xy) (car scale)) (* (cdr xy) (cdr scale)))))

(defun chart-kernel-preview--frame-xy (posn)
  "Where POSN is in its frame, in px."
  (let* ((window (posn-window posn)) (xy (posn-x-y posn)))
    (if (windowp window)
        (let ((edges (window-edges window nil nil t)))
          (cons (+ (car xy) (nth 0 edges)) (+ (cdr xy) (nth 1 edges))))
      xy)))

(defvar-local chart-kernel-preview--gesture-words nil
  "What was said last while the button was down.")

(defun chart-kernel-preview--report (phase place time &optional then)
  "Report that the pointer did PHASE at PLACE and TIME.
THEN is called with the result."
  (chart-kernel-preview--send
   "chart/pointer" (list :phase phase :x (car place) :y (cdr place) :time time)
   (lambda (result)
     (let ((words (chart-kernel-result-words result)))
       ;; Emacs clears the echo area when the button is released.
       (when-let ((text (or words (and (equal phase "up") chart-kernel-preview--gesture-words))))
         (chart-kernel-preview--say text))
       (setq chart-kernel-preview--gesture-words
             (and (equal phase "move") (or words chart-kernel-preview--gesture-words))))
     (when then (funcall then result)))))

(defvar chart-kernel-preview--clock nil "The time at which the timestamps of events were zero.")

(defun chart-kernel-preview--time (posn)
  "The time of the event at POSN, on the clock of `float-time'.
It is not when Emacs comes to the event: a fling is as fast as
the hand, however busy Emacs is."
  (let* ((stamp (/ (posn-timestamp posn) 1000.0))
         (clock (- (float-time) stamp)))
    ;; The event that Emacs came to soonest tells best.  Timestamps begin anew at times.
    (unless (and chart-kernel-preview--clock (< -1 (- clock chart-kernel-preview--clock) 60))
      (setq chart-kernel-preview--clock clock))
    (setq chart-kernel-preview--clock (min clock chart-kernel-preview--clock))
    (+ chart-kernel-preview--clock stamp)))

(defun chart-kernel-preview-press (event)
  "Report what the mouse does from EVENT, a press, until the button is up.
The kernel recognises clicks, double clicks and drags."
  (interactive "e" chart-kernel-preview-mode)
  (let* ((posn (event-start event)) (window (posn-window posn)))
    (select-window window)
    (with-current-buffer (window-buffer window)
      (when-let ((place (chart-kernel-preview--place posn)))
        (chart-kernel-preview--stop)
        (chart-kernel-preview--track place posn)))))

(defun chart-kernel-preview--track (place posn)
  "Report what the mouse does until the button is up.
It was pressed at PLACE in the chart, at POSN."
  (let* ((scale (chart-kernel-preview--scale posn))
         (start (chart-kernel-preview--frame-xy posn))
         ;; Where to, since the pointer may leave the picture, the window and the frame.
         (to (lambda (posn)
               (let ((xy (chart-kernel-preview--frame-xy posn)))
                 (cons (+ (car place) (* (- (car xy) (car start)) (car scale)))
                       (+ (cdr place) (* (- (cdr xy) (cdr start)) (cdr scale)))))))
         (pressed (chart-kernel-preview--time posn))
         ;; By one clock from here on: Emacs may come to the press later than to what follows.
         (at (lambda (later)
               (+ pressed (/ (- (posn-timestamp later) (posn-timestamp posn)) 1000.0))))
         ;; Without `quit' the kernel is told that the gesture has ended.
         (inhibit-quit t)
         event)
    (chart-kernel-preview--report "down" place pressed)
    (track-mouse
      (while (progn
               (setq event (read-event))
               (or (mouse-movement-p event)
                   (memq (car-safe event) '(switch-frame select-window focus-in focus-out help-echo))))
        (when (mouse-movement-p event)
          (chart-kernel-preview--move (funcall to (event-start event)) (funcall at (event-start event))))))
    (setq chart-kernel-preview--move nil)
    (if (eq (event-basic-type event) 'mouse-1)
        (chart-kernel-preview--report "up" (funcall to (event-end event)) (funcall at (event-end event))
                                      #'chart-kernel-preview--settle)
      ;; Something else came in between.
      (chart-kernel-preview--report "cancel" place (float-time))
      (push event unread-command-events))))

(defun chart-kernel-preview--move (place time)
  "Report that the pointer was at PLACE at TIME, once the last move is answered.
Of the moves in between only the last one counts."
  (if (> chart-kernel-preview--flying 1)
      (setq chart-kernel-preview--move (list place time))
    (setq chart-kernel-preview--move nil)
    (chart-kernel-preview--report
     "move" place time
     (lambda (_)
       (when chart-kernel-preview--move
         (apply #'chart-kernel-preview--move chart-kernel-preview--move))))))

(defun chart-kernel-preview--hover (_window object position)
  "Ask what the mouse is over; called for each move over the picture.
OBJECT is the buffer and POSITION the place in it."
  (let ((buffer (if (bufferp object) object (and (overlayp object) (overlay-buffer object)))))
    ;; During a drag to ask where the mouse is would take its move away before it is read.
    (when (and buffer position (not track-mouse))
      (with-current-buffer buffer
        (pcase-let* ((`(,frame ,x . ,y) (mouse-pixel-position))
                     (posn (and x (posn-at-x-y x y frame)))
                     (place (and posn (eq (posn-window posn) (get-buffer-window buffer frame))
                                 (chart-kernel-preview--place posn))))
          (when (and place chart-kernel-preview-chart (not chart-kernel-preview--hovering)
                     (jsonrpc-running-p chart-kernel-preview-connection))
            (chart-kernel-preview--ask-hover place))))))
  nil)

(defconst chart-kernel-preview--places '("legend" "axisLabel" "plot" "none" "handle" "overview")
  "The kinds of hits besides marks.")

(defvar chart-kernel-preview--hovered nil "What was said last of what the mouse is over.")

(defun chart-kernel-preview--hovered (result)
  "What is to be said of the place that RESULT is about; nil for nothing.
Of what is at one position all is told wherever that is pointed
at, else a mark where it is."
  (let ((kind (plist-get (plist-get result :hit) :kind)) (marker (plist-get result :marker)))
    (when (and (plist-get result :pointed) marker
               (or (not (member kind chart-kernel-preview--places))
                   (and (equal kind "plot") (plist-get marker :rule))))
      (replace-regexp-in-string "\n" " · " (plist-get marker :text)))))

(defun chart-kernel-preview--say-hovered (text)
  "Show TEXT in the echo area; nil takes away what was shown so before."
  (cond (text (chart-kernel-preview--say text))
        ((and chart-kernel-preview--hovered (equal (current-message) chart-kernel-preview--hovered))
         (message nil)))
  (setq chart-kernel-preview--hovered text))

(defun chart-kernel-preview--ask-hover (place)
  "Show in the echo area what is at PLACE."
  (let ((buffer (current-buffer)))
    (setq chart-kernel-preview--hovering t)
    (chart-kernel-call
     chart-kernel-preview-connection "chart/hover"
     (list :chart chart-kernel-preview-chart :x (car place) :y (cdr place))
     (lambda (result)
       (when (buffer-live-p buffer)
         (with-current-buffer buffer (setq chart-kernel-preview--hovering nil)))
       (chart-kernel-preview--say-hovered (chart-kernel-preview--hovered result)))
     (lambda (_)
       (when (buffer-live-p buffer)
         (with-current-buffer buffer (setq chart-kernel-preview--hovering nil)))))))

;;; The wheel

(defun chart-kernel-preview--direction (event)
  "Return 1 if EVENT is the wheel down or right, else -1."
  (if (memq (event-basic-type event) '(mouse-5 wheel-down mouse-7 wheel-right)) 1 -1))

(defun chart-kernel-preview-wheel (event)
  "Scroll the chart that EVENT happens over; turn it if it has nothing to scroll."
  (interactive "e" chart-kernel-preview-mode)
  (with-current-buffer (window-buffer (posn-window (event-start event)))
    (let ((sign (chart-kernel-preview--direction event)))
      (cond ((not chart-kernel-preview-chart))
            (chart-kernel-preview--scrolls
             (chart-kernel-preview--send "chart/scroll" (list :by (* sign chart-kernel-scroll-step)) nil
                                         (lambda (fault)
                                           (when (chart-kernel-preview--cannot-p fault)
                                             (setq chart-kernel-preview--scrolls nil)
                                             (chart-kernel-preview--turn sign)
                                             t))))
            (t (chart-kernel-preview--turn sign))))))

(defun chart-kernel-preview--cannot-p (fault)
  "Whether FAULT is that the chart is none of which this can be asked."
  (and (eql (plist-get fault :code) -32602) (equal (plist-get (plist-get fault :data) :path) "chart")))

(defun chart-kernel-preview--turn (sign)
  "Turn the chart by a step: clockwise if SIGN is 1, the other way if it is -1."
  (chart-kernel-preview--send "chart/rotate" (list :by (* sign chart-kernel-rotation-step))
                              #'chart-kernel-preview--echo))

(defun chart-kernel-preview-wheel-zoom (event)
  "Zoom the chart with axes that EVENT happens over, about that place."
  (interactive "e" chart-kernel-preview-mode)
  (with-current-buffer (window-buffer (posn-window (event-start event)))
    (when-let ((place (chart-kernel-preview--place (event-start event))))
      (chart-kernel-preview--send
       "chart/zoom" (list :scale (if (< (chart-kernel-preview--direction event) 0) 1.25 0.8)
                          :x (car place) :y (cdr place))))))

(provide 'chart-kernel-preview-mouse)
;;; chart-kernel-preview-mouse.el ends here
